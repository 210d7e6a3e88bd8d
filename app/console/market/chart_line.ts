/**
 * What a market's chart draws: the average and the targets, in slots of equal length.
 *
 * The chart gives every point the same width, so that times must be evenly spaced: a span is cut
 * into slots, and the last price of each counts. That also bounds what is drawn, however quickly
 * the service's clock goes.
 *
 * @module
 */
import type { Interval } from "../../client/typescript/mod.ts";
import { lengthSecOf } from "./market_name.ts";

/** A price at an instant, unix seconds. */
export interface Point {
  readonly sec: number;
  readonly price: number;
  /** Whether prices are missing after it, so that no line goes on from it. */
  readonly isBeforeGap?: boolean;
}

/** A target, and the window that it holds for. */
export interface Step {
  readonly startSec: number;
  readonly endSec: number;
  readonly price: number;
}

/** The windows of a chart. */
export const CHART_WINDOWS = 12;

/** The oracle leaves out some seconds. Whoever sees more than these missing sees a gap. */
const GAP_SEC_MIN = 10;

/** A slot of a 5min window is 5 s. */
const SLOTS_PER_WINDOW = 60;

/** The slots that a chart shows. */
export interface Slots {
  readonly stepSec: number;
  /** The first slot's start. */
  readonly fromSec: number;
  /** The end of the last slot. */
  readonly toSec: number;
}

/** Returns the slots of the last windows up to the end of the one that is open. */
export function slotsOf(interval: Interval, endSec: number): Slots {
  const lengthSec = lengthSecOf(interval);
  const stepSec = lengthSec / SLOTS_PER_WINDOW;
  const toSec = Math.ceil(endSec / stepSec) * stepSec;
  return { stepSec, fromSec: toSec - CHART_WINDOWS * lengthSec, toSec };
}

/** Returns the start of every slot. */
export function slotStarts({ fromSec, toSec, stepSec }: Slots): ReadonlyArray<number> {
  return Array.from({ length: (toSec - fromSec) / stepSec }, (_, at) => fromSec + at * stepSec);
}

/** Returns the start of the slot of an instant. */
export function slotOf(sec: number, { stepSec }: Pick<Slots, "stepSec">): number {
  return Math.floor(sec / stepSec) * stepSec;
}

/**
 * Returns the corners of the line of targets: each from its window's start to its end. No line goes
 * on over a window without one.
 */
export function targetCorners(steps: ReadonlyArray<Step>, slots: Slots): ReadonlyArray<Point> {
  const corners = new Map<number, Point>();
  let before: { readonly endSec: number; readonly corner: Point } | undefined;
  for (const { startSec, endSec, price } of [...steps].sort((a, b) => a.startSec - b.startSec)) {
    const first = Math.max(slotOf(startSec, slots), slots.fromSec);
    const last = Math.min(slotOf(endSec - 1, slots), slots.toSec - slots.stepSec);
    if (last < first) continue;
    if (before !== undefined && before.endSec < startSec) {
      corners.set(before.corner.sec, { ...before.corner, isBeforeGap: true });
      // The step to a price is drawn as the line that goes on from it: this one is not seen.
      const sec = first - slots.stepSec;
      if (sec > before.corner.sec) corners.set(sec, { sec, price, isBeforeGap: true });
    }
    const corner = { sec: last, price };
    corners.set(first, { sec: first, price });
    corners.set(last, corner);
    before = { endSec, corner };
  }
  return [...corners.values()];
}

/** The end of a line that an average has moved. */
export interface Taken {
  readonly point: Point;
  /** Whether the point before it has changed too. */
  readonly isAfterGap: boolean;
}

/** The averages that have arrived, the last of each slot. Holds no more than the slots do. */
export class AverageLine {
  readonly #stepSec: number;
  /** By the slot's start, oldest first. */
  readonly #points = new Map<number, Point>();
  #lastSec = -Infinity;

  constructor({ stepSec }: Pick<Slots, "stepSec">) {
    this.#stepSec = stepSec;
  }

  /** Takes an average. Returns how the line goes on; undefined if it is older than the last. */
  take(sec: number, price: number): Taken | undefined {
    if (sec <= this.#lastSec) return undefined;
    const slot = slotOf(sec, { stepSec: this.#stepSec });
    const lastSlot = slotOf(this.#lastSec, { stepSec: this.#stepSec });
    const last = this.#points.get(lastSlot);
    const isAfterGap = last !== undefined && sec - this.#lastSec > GAP_SEC_MIN &&
      slot - lastSlot > this.#stepSec;
    if (isAfterGap) this.#points.set(lastSlot, { ...last, isBeforeGap: true });
    const point = { sec: slot, price };
    this.#lastSec = sec;
    this.#points.set(slot, point);
    const oldest = this.#points.size > CHART_WINDOWS * SLOTS_PER_WINDOW
      ? this.#points.keys().next().value
      : undefined;
    if (oldest !== undefined) this.#points.delete(oldest);
    return { point, isAfterGap };
  }

  /** Every point, oldest first. */
  points(): ReadonlyArray<Point> {
    return [...this.#points.values()];
  }
}
