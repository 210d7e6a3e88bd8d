/** What every part of a load has in common. @module */
import { setTimeout as sleep } from "node:timers/promises";

/** Whom to ask, and as whom. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly walletId: string;
  /** The service's time, in unix seconds. */
  readonly nowSec: () => number;
}

/** What a load has done so far; every part of it adds to this. */
export interface Counts {
  /** Requests that were answered, and those of them with a status that they are made for. */
  requests: number;
  expected: number;
  /** Requests without an answer, and streams that could not be opened. */
  errors: number;
  /** Connections to the stream, and frames that arrived on them. */
  streams: number;
  frames: number;
  /** Faults that providers were told to have. */
  faults: number;
  /** The longest time until an answer. */
  longestMs: number;
}

/** What drives a part of the load: it ends soon after `signal` is aborted. */
export interface LoadOptions {
  readonly seed: number;
  readonly counts: Counts;
  readonly signal: AbortSignal;
}

/** Makes counters at zero. */
export function makeCounts(): Counts {
  return { requests: 0, expected: 0, errors: 0, streams: 0, frames: 0, faults: 0, longestMs: 0 };
}

/** Waits, until the signal at the latest. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
}
