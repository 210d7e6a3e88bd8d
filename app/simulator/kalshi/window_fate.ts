/**
 * What goes wrong with a window of the world, now and then.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { QUARTER_SEC, type WindowSeries } from "./window_series.ts";

/** A correction after the end. */
export interface Correction {
  /** Seconds from the close to the correction, and how long the market is marked then. */
  readonly afterSec: number;
  readonly lastsSec: number;
  /** How far the value moves, in millionths of it. */
  readonly shiftE6: bigint;
}

/** The fate of one window. */
export interface WindowFate {
  /** From the open to the target; undefined if it is never set. */
  readonly strikeDelayMs: number | undefined;
  /** Whether the value at the close is that at the open. */
  readonly isTie: boolean;
  readonly correction: Correction | undefined;
}

/** When the target appears in most windows. */
export const STRIKE_DELAY_MS = 900;

/** In one of so many windows. */
const NEVER_SET_IN = 700;
const LATE_IN = 150;
const TIE_IN = 150;
const CORRECTED_IN = 500;

const LATE_SEC = { min: 20, max: 90 };
const CORRECTED_AFTER_SEC = { min: 300, max: 1_800 };
const CORRECTED_FOR_SEC = { min: 60, max: 600 };
const SHIFT_E6 = { min: 100, max: 2_000 };

/** Returns the fates of a series' windows, by the second of their close. */
export function makeWindowFates(
  seed: number,
  { asset }: WindowSeries,
): (closeSec: number) => WindowFate {
  const drawOf = (name: string) => {
    const stream = streamOf(seed, `kalshi ${name}:${asset}`);
    return (closeSec: number) => hash32(stream, closeSec / QUARTER_SEC);
  };
  const [late, delay, tie] = [drawOf("late"), drawOf("delay"), drawOf("tie")];
  const [never, corrected] = [drawOf("never"), drawOf("corrected")];
  const [after, lasts, shift] = [drawOf("after"), drawOf("lasts"), drawOf("shift")];
  const isDrawnTie = (closeSec: number) => tie(closeSec) % TIE_IN === 0;
  return (closeSec) => {
    const isNeverSet = never(closeSec) % NEVER_SET_IN === 0;
    const isLate = late(closeSec) % LATE_IN === 0;
    const isCorrected = !isNeverSet && corrected(closeSec) % CORRECTED_IN === 0;
    const lateMs = between(LATE_SEC, delay(closeSec)) * 1_000;
    return {
      strikeDelayMs: isNeverSet ? undefined : isLate ? lateMs : STRIKE_DELAY_MS,
      // Never twice in a row, so that a value depends on one quarter before it, not on many.
      isTie: isDrawnTie(closeSec) && !isDrawnTie(closeSec - QUARTER_SEC),
      correction: isCorrected
        ? {
          afterSec: between(CORRECTED_AFTER_SEC, after(closeSec)),
          lastsSec: between(CORRECTED_FOR_SEC, lasts(closeSec)),
          shiftE6: BigInt(between(SHIFT_E6, shift(closeSec))),
        }
        : undefined,
    };
  };
}

function between({ min, max }: { readonly min: number; readonly max: number }, hash: number) {
  return min + hash % (max - min + 1);
}
