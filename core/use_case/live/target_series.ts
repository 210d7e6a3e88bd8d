/**
 * The targets of one series: which is published next, and which are missing before it.
 *
 * A state and its transitions, without a clock or effects. The state changes in place, because at
 * midnight many windows open at once; between two transitions every event returned is published.
 *
 * @module
 */
import { Option, Result } from "effect";
import {
  type Asset,
  type Calendar,
  type Interval,
  type MarketWindow,
  windowContaining,
} from "../../market/mod.ts";
import {
  type GapEvent,
  type GapReason,
  lastSeqOf,
  type PendingWindows,
  REPLAY_MAX,
  type TargetEvent,
  type TargetTopic,
  targetTopic,
  windowBefore,
  windowsAfter,
} from "../../stream/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import type { PartialTargetAnswers } from "../price/target_cache.ts";
import type { KnownTarget } from "../price/target_memory.ts";
import type { PublishedTarget } from "./publisher.ts";

/** The answers to a lookup, one a window; none where it was not found in time. */
export type WindowAnswers = PartialTargetAnswers["results"];

/** The state of one series. */
export interface TargetSeries {
  readonly calendar: Calendar;
  readonly asset: Asset;
  readonly interval: Interval;
  readonly topic: TargetTopic;
  /** The last published window, with its target or in a gap. */
  head: MarketWindow;
  latest: TargetEvent | undefined;
  /** Targets that wait for earlier ones, by the start of their window. */
  readonly pending: Map<number, KnownTarget>;
  /** Whether the targets before the pending ones are being looked up. */
  isCatchingUp: boolean;
}

/** The windows to look up before the pending ones: those up to `lastSec`. */
export interface TargetLookup {
  readonly lastSec: number;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/** Makes a series that begins with the window open at an instant. */
export function makeTargetSeries(
  calendar: Calendar,
  { asset, interval }: { readonly asset: Asset; readonly interval: Interval },
  nowSec: UnixSec,
): TargetSeries {
  return {
    calendar,
    asset,
    interval,
    topic: targetTopic(asset, interval),
    head: windowBefore(calendar, windowContaining(calendar, interval, nowSec)),
    latest: undefined,
    pending: new Map(),
    isCatchingUp: false,
  };
}

/** Takes a target. Returns the event to publish; {@linkcode takeDue} returns those after it. */
export function takeTarget(
  state: TargetSeries,
  { id: { startSec }, target, change }: PublishedTarget,
  nowMs: number,
): TargetEvent | undefined {
  if (startSec <= state.head.startSec) {
    return change === "corrected" ? correct(state, { startSec, target }, nowMs) : undefined;
  }
  state.pending.set(startSec, target);
  return takeDue(state, nowMs);
}

/** Returns the event of the window after the head, and moves the head; undefined if missing. */
export function takeDue(state: TargetSeries, nowMs: number): TargetEvent | undefined {
  const startSec = state.head.endSec;
  const target = state.pending.get(startSec);
  if (target === undefined) return undefined;
  const event = eventOf(state, windowAt(state, startSec), { target, nowMs });
  advance(state, event);
  return event;
}

/**
 * Returns the windows to look up, which are missing before the first pending one; undefined if no
 * target waits.
 */
export function missingTargets(state: TargetSeries): TargetLookup | undefined {
  if (state.pending.size === 0) return undefined;
  const lastSec = Math.min(...state.pending.keys()) - 1;
  return { lastSec, windows: windowsBetween(state, state.head.startSec, lastSec).windows };
}

/**
 * Takes the answers of a lookup: those not found become gaps. Yields the events to publish, and
 * moves the head with each.
 */
export function* takeAnswers(
  state: TargetSeries,
  { lastSec }: TargetLookup,
  { answers, nowMs }: { readonly answers: WindowAnswers; readonly nowMs: number },
): Generator<TargetEvent | GapEvent> {
  // Some may have been published meanwhile, since fetched targets also reach the listener.
  const missing = windowsBetween(state, state.head.startSec, lastSec);
  const unpublished = answers.slice(answers.length - missing.windows.length);
  for (const event of targetEventsOf(state, missing, { answers: unpublished, nowMs })) {
    advance(state, event);
    yield event;
  }
  for (let due = takeDue(state, nowMs); due !== undefined; due = takeDue(state, nowMs)) yield due;
}

/** Returns the windows after `afterSec` and no later than `lastSec`, as far as a replay reaches. */
export function windowsBetween(
  { calendar, interval }: TargetSeries,
  afterSec: number,
  lastSec: number,
): PendingWindows {
  return windowsAfter(calendar, interval, { afterSec, lastSec });
}

/** Converts windows to events, and merges consecutive windows without a target into gaps. */
export function targetEventsOf(
  state: TargetSeries,
  { windows, skipped }: PendingWindows,
  { answers, nowMs }: { readonly answers: WindowAnswers; readonly nowMs: number },
): ReadonlyArray<TargetEvent | GapEvent> {
  const { topic } = state;
  const events: Array<TargetEvent | GapEvent> = [];
  if (skipped !== undefined) {
    events.push({ kind: "gap", topic, ...skipped, reason: "replay_limit" });
  }
  for (const [index, window] of windows.entries()) {
    const answer = Option.getOrUndefined(answers[index] ?? Option.none());
    if (answer !== undefined && Result.isSuccess(answer)) {
      events.push(eventOf(state, window, { target: answer.success, nowMs }));
      continue;
    }
    const reason: GapReason = answer?.failure._tag === "PriceMissing" && !answer.failure.isPending
      ? "no_price"
      : "not_fetched";
    const last = events.at(-1);
    const seq = window.startSec;
    if (last?.kind === "gap" && last.reason === reason) {
      events[events.length - 1] = { ...last, toSeq: seq };
    } else events.push({ kind: "gap", topic, fromSeq: seq, toSeq: seq, reason });
  }
  return events;
}

/** Returns a published window again under the same seq; undefined if no client can have it. */
function correct(
  state: TargetSeries,
  { startSec, target }: { readonly startSec: UnixSec; readonly target: KnownTarget },
  nowMs: number,
): TargetEvent | undefined {
  const window = windowAt(state, startSec);
  const lengthSec = window.endSec - window.startSec;
  // No client can have received a window that is older than the replay reaches.
  if (state.head.startSec - startSec > REPLAY_MAX * lengthSec) return undefined;
  const event = eventOf(state, window, { target, nowMs });
  if (state.latest?.seq === event.seq) state.latest = event;
  return { ...event, corrects: true };
}

/** Moves the head to the end of an event. Nothing up to there waits any more. */
function advance(state: TargetSeries, event: TargetEvent | GapEvent): void {
  state.head = event.kind === "target" ? event.window : windowAt(state, UnixSec(lastSeqOf(event)));
  for (const startSec of state.pending.keys()) {
    if (startSec <= state.head.startSec) state.pending.delete(startSec);
  }
  if (event.kind === "target") state.latest = event;
}

function windowAt({ calendar, interval }: TargetSeries, startSec: UnixSec): MarketWindow {
  return windowContaining(calendar, interval, startSec);
}

function eventOf(
  { topic, asset }: TargetSeries,
  window: MarketWindow,
  { target, nowMs }: { readonly target: KnownTarget; readonly nowMs: number },
): TargetEvent {
  return {
    kind: "target",
    topic,
    seq: window.startSec,
    asset,
    window,
    source: target.source,
    priceE18: target.priceE18,
    ...(target.isProvisional === true ? { isProvisional: true } : {}),
    publishedAtMs: nowMs,
  };
}
