/**
 * Estimates what is left of one signer's rate-limit bucket at the venue.
 *
 * The venue counts an entry somewhere between its sending and its answer, answers overtake each
 * other, and another service may sign with the same key. So two estimates are kept, neither of them
 * above what is really left, and the larger one counts:
 *
 * - `own` starts with a full bucket, and is right as long as no other service uses the key.
 * - `reported` is the lower bound that follows from the venue's answers.
 *
 * An entry is deducted when it is reserved. Until its answer arrives, the bucket does not refill in
 * its place: the venue may not have counted it yet.
 *
 * Times are milliseconds of one monotonic clock.
 *
 * @module
 */
import type { EntryRate } from "./entry_tier.ts";

/** A bucket. Its figures may be fractions, and negative: a cancellation may be paid for later. */
export interface EntryBucket {
  readonly rate: EntryRate;
  /** Minus infinity once the venue has reported less. */
  readonly own: number;
  /** Minus infinity before the venue has reported anything. */
  readonly reported: number;
  /** The instant up to which refilling has been counted. */
  readonly atMs: number;
  /** Entries that are reserved and not sent yet. */
  readonly reserved: number;
  /** Entries ever sent. */
  readonly sent: number;
  /** Entries ever sent that were answered or given up. */
  readonly ended: number;
  /** The venue refuses every entry before this, whatever is left. */
  readonly restUntilMs: number;
}

/** An entry in flight. */
export interface EntryInFlight {
  readonly sentMs: number;
  /** How many entries had ended when it was sent: the venue counted those before this one. */
  readonly endedBefore: number;
}

/** What an answer reports of the bucket. What it does not report is undefined. */
export interface EntryAnswer {
  /** What was left once this entry was counted. */
  readonly remaining: number | undefined;
  /** The rate of the tier that the venue applied. */
  readonly rate: EntryRate | undefined;
  /** How much the entry took from the bucket. */
  readonly cost: number;
  /** Whether too little was left for it. */
  readonly isShort: boolean;
  /** How long the venue refuses further entries. */
  readonly restMs: number;
}

/** The longest rest, whatever the venue reports. After it, one entry tries again. */
export const ENTRY_REST_MS_MAX = 60_000;
/** The venue's clock may tick in whole milliseconds, and ours may run slightly faster. */
const LAG_MS = 5;
/** The venue may report whole numbers. */
const ROUNDING = 1;

/** Returns the bucket of a signer that has not traded yet. */
export function fullBucket(rate: EntryRate, nowMs: number): EntryBucket {
  return {
    rate,
    own: rate.burst,
    reported: -Infinity,
    atMs: nowMs,
    reserved: 0,
    sent: 0,
    ended: 0,
    restUntilMs: nowMs,
  };
}

/** Returns what is left for entries that are not reserved yet. */
export function leftOf(bucket: EntryBucket, nowMs: number): number {
  const { own, reported } = filledTo(bucket, nowMs);
  return Math.max(own, reported);
}

/** Returns how long an entry must wait behind `ahead` others; 0 where it may go now. */
export function entryWaitMs(
  bucket: EntryBucket,
  { nowMs, ahead }: { readonly nowMs: number; readonly ahead: number },
): number {
  const filled = filledTo(bucket, nowMs);
  const missing = ahead + 1 - Math.max(filled.own, filled.reported);
  const fillMs = missing <= 0
    ? 0
    : (missing / filled.rate.perSec) * 1000 + Math.max(0, filled.atMs - nowMs);
  return Math.max(fillMs, filled.restUntilMs - nowMs, 0);
}

/** Reserves an entry, whether or not anything is left for it. */
export function reserveEntry(bucket: EntryBucket, nowMs: number): EntryBucket {
  const filled = filledTo(bucket, nowMs);
  return { ...plus(filled, -1), reserved: filled.reserved + 1 };
}

/** Releases a reserved entry that was not sent. */
export function releaseEntry(bucket: EntryBucket, nowMs: number): EntryBucket {
  const filled = filledTo(bucket, nowMs);
  return { ...plus(filled, 1), reserved: filled.reserved - 1 };
}

/** Records that a reserved entry is sent. */
export function sendEntry(bucket: EntryBucket, nowMs: number): {
  readonly bucket: EntryBucket;
  readonly inFlight: EntryInFlight;
} {
  const filled = filledTo(bucket, nowMs);
  return {
    bucket: { ...filled, reserved: filled.reserved - 1, sent: filled.sent + 1 },
    inFlight: { sentMs: nowMs, endedBefore: filled.ended },
  };
}

/** Records the end of an entry that was sent; `answer` is undefined where none came. */
export function endEntry(
  bucket: EntryBucket,
  { inFlight, answer, nowMs }: {
    readonly inFlight: EntryInFlight;
    readonly answer: EntryAnswer | undefined;
    readonly nowMs: number;
  },
): EntryBucket {
  const filled = filledTo(bucket, nowMs);
  const ended = { ...filled, ended: filled.ended + 1 };
  if (answer === undefined) return ended;
  const { rate = filled.rate, cost, restMs } = answer;
  const restUntilMs = nowMs + Math.min(restMs, ENTRY_REST_MS_MAX);
  const paid = plus({ ...ended, rate }, 1 - cost);
  return {
    ...bounded(corrected(paid, { inFlight, answer, nowMs })),
    restUntilMs: Math.max(filled.restUntilMs, restUntilMs),
  };
}

/**
 * Corrects both estimates by what was left when the venue counted an entry.
 *
 * The lower bound is that figure, less everything the venue may have counted since, less what is
 * reserved. The upper bound is that figure plus the refill since the entry was sent. An estimate
 * above the upper bound was wrong: another service has taken from the bucket.
 */
function corrected(
  bucket: EntryBucket,
  { inFlight, answer, nowMs }: {
    readonly inFlight: EntryInFlight;
    readonly answer: EntryAnswer;
    readonly nowMs: number;
  },
): EntryBucket {
  const { rate: { perSec }, reserved, own, reported, sent } = bucket;
  // An answer without a figure may still report that nothing is left.
  const remaining = answer.remaining ?? (answer.isShort ? 0 : undefined);
  if (remaining === undefined) return bucket;
  const others = sent - 1 - inFlight.endedBefore;
  const atLeast = remaining - others - reserved;
  const atMost = remaining + ROUNDING - reserved + ((nowMs - inFlight.sentMs) / 1000) * perSec;
  return {
    ...bucket,
    own: own > atMost ? -Infinity : own,
    reported: reported > atMost ? atLeast : Math.max(reported, atLeast),
  };
}

/** Limits the debt to what is refilled within the longest rest. */
function bounded(bucket: EntryBucket): EntryBucket {
  const debtMax = (bucket.rate.perSec * ENTRY_REST_MS_MAX) / 1000;
  return Math.max(bucket.own, bucket.reported) < -debtMax
    ? { ...bucket, reported: -debtMax }
    : bucket;
}

function plus(bucket: EntryBucket, count: number): EntryBucket {
  return { ...bucket, own: bucket.own + count, reported: bucket.reported + count };
}

/**
 * Refills the bucket up to now, as far as there is room beside the entries in flight. A bucket that
 * was full starts to refill slightly late.
 */
function filledTo(bucket: EntryBucket, nowMs: number): EntryBucket {
  const { rate, own, reported, reserved, sent, ended, atMs } = bucket;
  const room = rate.burst - reserved - (sent - ended);
  if (Math.max(own, reported) >= room) return { ...bucket, atMs: Math.max(atMs, nowMs + LAG_MS) };
  const filled = (Math.max(0, nowMs - atMs) / 1000) * rate.perSec;
  const filledUp = (figure: number) => Math.max(figure, Math.min(room, figure + filled));
  return {
    ...bucket,
    own: filledUp(own),
    reported: filledUp(reported),
    atMs: Math.max(atMs, nowMs),
  };
}
