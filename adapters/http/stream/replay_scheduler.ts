/**
 * Decides when replays run: piece by piece, few clients of an address at a time, and all of them
 * together with a share of the processor.
 *
 * @module
 */
import { STREAM_LIMITS } from "./stream_limits.ts";

/** The share of the processor that the replays of all clients have together, at most. */
export const REPLAY_SHARE = 1 / 4;
/** The work that may be done without a rest before: a client that reconnects needs less. */
export const REPLAY_BURST_MS = 100;
/** The longest time that one piece counts for: more means that the machine was busy elsewhere. */
const PIECE_MS_MAX = 10;
/** A rest shorter than this is made up for later, because timers are no more precise. */
const REST_MS_MIN = 1;

/** The clients of one address: those that replay, and those that wait, in order of arrival. */
interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Schedules the replays of one server. */
export class ReplayScheduler {
  readonly #stopwatchMs: () => number;
  readonly #lines = new Map<string, Line>();
  /** Settles after the last piece that was asked for. */
  #last: Promise<unknown> = Promise.resolve();
  /** When the work done so far has its share of the time since, by the stopwatch. */
  #freeMs = -Infinity;

  constructor(stopwatchMs: () => number) {
    this.#stopwatchMs = stopwatchMs;
  }

  /** The number of clients that wait for a turn, of all addresses. */
  get waiting(): number {
    let count = 0;
    for (const { waiting } of this.#lines.values()) count += waiting.size;
    return count;
  }

  /**
   * Calls `start` as soon as few enough clients of the address replay. Returns a function that ends
   * its turn, or its wait for one. Call it once.
   */
  enter(address: string, start: () => void): () => void {
    const line = this.#lines.get(address) ?? { running: 0, waiting: new Set() };
    this.#lines.set(address, line);
    let isRunning = false;
    const begin = () => {
      isRunning = true;
      line.running++;
      start();
    };
    if (line.running < STREAM_LIMITS.replaysPerIp) begin();
    else line.waiting.add(begin);
    return () => {
      if (!isRunning) return void line.waiting.delete(begin);
      line.running--;
      const [next] = line.waiting;
      if (next !== undefined) {
        line.waiting.delete(next);
        next();
      } else if (line.running === 0) this.#lines.delete(address);
    };
  }

  /**
   * Runs a piece of a replay when its turn comes: one in a turn of the event loop for all clients
   * together, and none while replays have had more than their share of the processor.
   */
  piece<A>(work: () => A): Promise<A> {
    const done = this.#last.then(() => this.#rest()).then(() => this.#measure(work));
    this.#last = done.catch(() => undefined);
    return done;
  }

  #measure<A>(work: () => A): A {
    const startMs = this.#stopwatchMs();
    try {
      return work();
    } finally {
      const tookMs = Math.min(this.#stopwatchMs() - startMs, PIECE_MS_MAX);
      this.#freeMs = Math.max(this.#freeMs, startMs) + tookMs / REPLAY_SHARE;
    }
  }

  #rest(): Promise<void> {
    const restMs = this.#freeMs - REPLAY_BURST_MS / REPLAY_SHARE - this.#stopwatchMs();
    return new Promise((resolve) => {
      if (restMs < REST_MS_MIN) setImmediate(resolve);
      else setTimeout(resolve, restMs);
    });
  }
}
