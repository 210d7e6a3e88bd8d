/**
 * What is left of one signer's bucket at the venue, as far as it can be known from here.
 *
 * The venue counts an entry somewhere between its sending and its answer, answers overtake each
 * other, and others may sign with the same key. So two figures are kept, neither of them above
 * what is really left, and the larger one counts:
 *
 * - `own` begins with a full bucket, and is right as long as nobody else uses it.
 * - `told` is what follows from the venue's answers for certain.
 *
 * An entry is taken off when it is promised, and until its answer is there the bucket is not
 * thought to fill up in its place: the venue may not have counted it yet.
 *
 * Times are milliseconds of one clock that never goes back.
 *
 * @module
 */
import type { EntryRate } from "./entry_tier.ts";

/** A bucket. Figures may be fractions, and below zero: a cancellation may be paid for later. */
export interface EntryBucket {
  readonly rate: EntryRate;
  /** Minus infinity once the venue has said less. */
  readonly own: number;
  /** Minus infinity before the venue has said anything. */
  readonly told: number;
  /** Since when it has not been reckoned that it fills up. */
  readonly atMs: number;
  /** Promised, and not sent yet. */
  readonly held: number;
  /** Sent, ever. */
  readonly sent: number;
  /** Sent, and answered or given up, ever. */
  readonly ended: number;
  /** Whatever is left, the venue wants nothing before this. */
  readonly restUntilMs: number;
}

/** An entry under way. */
export interface EntryFlight {
  readonly sentMs: number;
  /** How many had ended by then: the venue has counted those before this one. */
  readonly endedBefore: number;
}

/** What an answer says of the bucket. What it does not say is undefined. */
export interface EntryAnswer {
  /** What was left after this entry was counted. */
  readonly remaining: number | undefined;
  /** Of the tier that was applied. */
  readonly rate: EntryRate | undefined;
  /** How many it took from the bucket. */
  readonly cost: number;
  /** There was too little left for it. */
  readonly isShort: boolean;
  /** How long the venue wants nothing more. */
  readonly restMs: number;
}

/** No rest is longer, whatever the venue says: then one entry finds out. */
export const ENTRY_REST_MS_MAX = 60_000;
/** The venue's clock may tick in whole milliseconds, and ours may run a little faster. */
const LAG_MS = 5;
/** The venue may write whole numbers. */
const ROUNDING = 1;

/** The bucket of a signer of whom nothing is known. */
export function fullBucket(rate: EntryRate, nowMs: number): EntryBucket {
  return {
    rate,
    own: rate.burst,
    told: -Infinity,
    atMs: nowMs,
    held: 0,
    sent: 0,
    ended: 0,
    restUntilMs: nowMs,
  };
}

/** What is left for entries that are not promised yet. */
export function leftOf(bucket: EntryBucket, nowMs: number): number {
  const { own, told } = filledTo(bucket, nowMs);
  return Math.max(own, told);
}

/** How long an entry has to wait that so many others are ahead of; 0 where it may go now. */
export function entryWaitMs(
  bucket: EntryBucket,
  { nowMs, ahead }: { readonly nowMs: number; readonly ahead: number },
): number {
  const filled = filledTo(bucket, nowMs);
  const lacking = ahead + 1 - Math.max(filled.own, filled.told);
  const fillMs = lacking <= 0
    ? 0
    : (lacking / filled.rate.perSec) * 1000 + Math.max(0, filled.atMs - nowMs);
  return Math.max(fillMs, filled.restUntilMs - nowMs, 0);
}

/** Promises an entry, whether or not anything is left for it. */
export function holdEntry(bucket: EntryBucket, nowMs: number): EntryBucket {
  const filled = filledTo(bucket, nowMs);
  return { ...plus(filled, -1), held: filled.held + 1 };
}

/** Takes back a promise: nothing was sent. */
export function giveBackEntry(bucket: EntryBucket, nowMs: number): EntryBucket {
  const filled = filledTo(bucket, nowMs);
  return { ...plus(filled, 1), held: filled.held - 1 };
}

/** Sends an entry that was promised. */
export function sendEntry(bucket: EntryBucket, nowMs: number): {
  readonly bucket: EntryBucket;
  readonly flight: EntryFlight;
} {
  const filled = filledTo(bucket, nowMs);
  return {
    bucket: { ...filled, held: filled.held - 1, sent: filled.sent + 1 },
    flight: { sentMs: nowMs, endedBefore: filled.ended },
  };
}

/** Ends an entry that was sent; `answer` is undefined where none came. */
export function endEntry(
  bucket: EntryBucket,
  { flight, answer, nowMs }: {
    readonly flight: EntryFlight;
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
    ...bounded(believed(paid, { flight, answer, nowMs })),
    restUntilMs: Math.max(filled.restUntilMs, restUntilMs),
  };
}

/**
 * What follows from what was left when the venue counted an entry.
 *
 * At least: that, less all that the venue may have counted since, and less what is promised. At
 * most: that, and what has come in since the entry was sent. A figure above this was wrong, as
 * somebody else has taken something.
 */
function believed(
  bucket: EntryBucket,
  { flight, answer, nowMs }: {
    readonly flight: EntryFlight;
    readonly answer: EntryAnswer;
    readonly nowMs: number;
  },
): EntryBucket {
  const { rate: { perSec }, held, own, told, sent } = bucket;
  // Even an answer that says nothing of it may say that there is nothing.
  const remaining = answer.remaining ?? (answer.isShort ? 0 : undefined);
  if (remaining === undefined) return bucket;
  const others = sent - 1 - flight.endedBefore;
  const atLeast = remaining - others - held;
  const atMost = remaining + ROUNDING - held + ((nowMs - flight.sentMs) / 1000) * perSec;
  return {
    ...bucket,
    own: own > atMost ? -Infinity : own,
    told: told > atMost ? atLeast : Math.max(told, atLeast),
  };
}

/** However much is owed, it is paid within the longest rest. */
function bounded(bucket: EntryBucket): EntryBucket {
  const debtMax = (bucket.rate.perSec * ENTRY_REST_MS_MAX) / 1000;
  return Math.max(bucket.own, bucket.told) < -debtMax ? { ...bucket, told: -debtMax } : bucket;
}

function plus(bucket: EntryBucket, count: number): EntryBucket {
  return { ...bucket, own: bucket.own + count, told: bucket.told + count };
}

/**
 * The bucket as it has filled up by now, as far as there is room beside what is under way. One
 * that was full begins to fill a little late.
 */
function filledTo(bucket: EntryBucket, nowMs: number): EntryBucket {
  const { rate, own, told, held, sent, ended, atMs } = bucket;
  const room = rate.burst - held - (sent - ended);
  if (Math.max(own, told) >= room) return { ...bucket, atMs: Math.max(atMs, nowMs + LAG_MS) };
  const filled = (Math.max(0, nowMs - atMs) / 1000) * rate.perSec;
  const filledUp = (figure: number) => Math.max(figure, Math.min(room, figure + filled));
  return { ...bucket, own: filledUp(own), told: filledUp(told), atMs: Math.max(atMs, nowMs) };
}
