/** A signer's bucket as the venue keeps it, and a sender that follows the core's bucket. @module */
import {
  endEntry,
  type EntryBucket,
  type EntryRate,
  entryWaitMs,
  fullBucket,
  releaseEntry,
  reserveEntry,
  sendEntry,
} from "../../../core/order/mod.ts";

/** An entry to be sent, and what becomes of it. */
export interface DrawnEntry {
  /** After the one before it. */
  readonly afterMs: number;
  /** From the promise to the sending. */
  readonly signingMs: number;
  /** To the venue, and back. */
  readonly thereMs: number;
  readonly backMs: number;
  /** `unsent`: given up before. `silent`: the answer states no figure. `lost`: no answer. */
  readonly fate: "answered" | "unsent" | "silent" | "lost";
}

/** What came of them. */
export interface EntryRun {
  readonly taken: number;
  readonly refused: number;
  /** From the first entry to the last reservation. */
  readonly tookMs: number;
}

/** A bucket that fills up from its first moment on, whose clock ticks in whole milliseconds. */
export class CountingVenue {
  readonly #rate: EntryRate;
  #left: number;
  #atMs = 0;
  taken = 0;
  refused = 0;

  constructor(rate: EntryRate, left = rate.burst) {
    this.#rate = rate;
    this.#left = left;
  }

  /** Takes one, or refuses it. Gives what is left, in whole ones. */
  count(nowMs: number): number {
    const tickMs = Math.floor(nowMs);
    const filled = ((tickMs - this.#atMs) / 1000) * this.#rate.perSec;
    this.#left = Math.min(this.#rate.burst, this.#left + filled);
    this.#atMs = tickMs;
    if (this.#left < 1) this.refused++;
    else {
      this.#left--;
      this.taken++;
    }
    return Math.floor(this.#left);
  }
}

/** Sends every entry when the bucket allows it, first come first served. */
export function sendAll(
  entries: ReadonlyArray<DrawnEntry>,
  { rate, known, venue }: {
    readonly rate: EntryRate;
    /** The sender's assumed rate until the venue reports one. */
    readonly known: EntryRate;
    readonly venue: CountingVenue;
  },
): EntryRun {
  let bucket: EntryBucket = fullBucket(known, 0);
  /** The next one last. */
  const due: Array<{ readonly atMs: number; readonly act: (nowMs: number) => void }> = [];
  const later = (atMs: number, act: (nowMs: number) => void) => {
    const before = due.findLastIndex((each) => each.atMs > atMs);
    due.splice(before + 1, 0, { atMs, act });
  };
  const queue: Array<DrawnEntry> = [];
  let isWaiting = false;
  let lastMs = 0;

  const serve = (nowMs: number) => {
    while (queue.length > 0) {
      const waitMs = entryWaitMs(bucket, { nowMs, ahead: 0 });
      if (waitMs > 0) return wait(nowMs + Math.max(0.1, waitMs));
      const [entry] = queue.splice(0, 1);
      if (entry === undefined) return;
      bucket = reserveEntry(bucket, nowMs);
      lastMs = nowMs;
      later(nowMs + entry.signingMs, (atMs) => depart(entry, atMs));
    }
  };
  const wait = (untilMs: number) => {
    if (isWaiting) return;
    isWaiting = true;
    later(untilMs, (nowMs) => {
      isWaiting = false;
      serve(nowMs);
    });
  };
  const depart = ({ fate, thereMs, backMs }: DrawnEntry, nowMs: number) => {
    if (fate === "unsent") {
      bucket = releaseEntry(bucket, nowMs);
      return serve(nowMs);
    }
    const sent = sendEntry(bucket, nowMs);
    bucket = sent.bucket;
    later(nowMs + thereMs, (thereAtMs) => {
      const remaining = venue.count(thereAtMs);
      later(thereAtMs + backMs, (backAtMs) => {
        const reported = { remaining, rate, cost: 1, isShort: false, restMs: 0 };
        const silent = { ...reported, remaining: undefined, rate: undefined };
        const answer = fate === "lost" ? undefined : fate === "silent" ? silent : reported;
        bucket = endEntry(bucket, { inFlight: sent.inFlight, answer, nowMs: backAtMs });
        serve(backAtMs);
      });
    });
  };

  let atMs = 0;
  for (const entry of entries) {
    atMs += entry.afterMs;
    later(atMs, (nowMs) => {
      queue.push(entry);
      serve(nowMs);
    });
  }
  for (let next = due.pop(); next !== undefined; next = due.pop()) next.act(next.atMs);
  return { taken: venue.taken, refused: venue.refused, tookMs: lastMs };
}
