/**
 * Decides when replays run: piece by piece, few clients of an address at a time, and all of them
 * together with a share of the processor.
 *
 * @module
 */
import { Effect, Semaphore } from "effect";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** The share of the processor that the replays of all clients have together, at most. */
export const REPLAY_SHARE = 1 / 4;
/** The work that may be done without a rest before: a client that reconnects needs less. */
export const REPLAY_BURST_MS = 100;
/** The longest time that one piece counts for: more means that the machine was busy elsewhere. */
const PIECE_MS_MAX = 10;
/** A rest shorter than this is made up for later, because timers are no more precise. */
const REST_MS_MIN = 1;

/** The turns of the clients of one address, in order of arrival. */
interface Line {
  readonly turns: Semaphore.Semaphore;
  /** Those that replay, and those that wait. */
  clients: number;
}

/** Schedules the replays of one server. */
export class ReplayScheduler {
  readonly #stopwatchMs: () => number;
  readonly #lines = new Map<string, Line>();
  readonly #alone = Semaphore.makeUnsafe(1).withPermit;
  /** When the work done so far has its share of the time since, by the stopwatch. */
  #freeMs = -Infinity;

  constructor(stopwatchMs: () => number) {
    this.#stopwatchMs = stopwatchMs;
  }

  /** The number of clients that wait for a turn, of all addresses. */
  get waiting(): number {
    let count = 0;
    for (const { clients } of this.#lines.values()) {
      count += Math.max(0, clients - STREAM_LIMITS.replaysPerIp);
    }
    return count;
  }

  /** Runs a client's turn as soon as few enough clients of its address have theirs. */
  inTurn(address: string, turn: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const line = this.#lines.getOrInsertComputed(address, () => ({
          turns: Semaphore.makeUnsafe(STREAM_LIMITS.replaysPerIp),
          clients: 0,
        }));
        line.clients++;
        return line;
      }),
      ({ turns }) => turns.withPermit(turn),
      (line) => Effect.sync(() => void (--line.clients === 0 && this.#lines.delete(address))),
    );
  }

  /**
   * Runs a piece of a replay when its turn comes: one in a turn of the event loop for all clients
   * together, and none while replays have had more than their share of the processor.
   */
  piece<A>(work: () => A): Effect.Effect<A> {
    return this.#alone(Effect.andThen(this.#rest, Effect.sync(() => this.#measure(work))));
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

  readonly #rest = Effect.callback<void>((resume) => {
    const restMs = this.#freeMs - REPLAY_BURST_MS / REPLAY_SHARE - this.#stopwatchMs();
    const end = () => resume(Effect.void);
    if (restMs < REST_MS_MIN) setImmediate(end);
    else setTimeout(end, restMs);
  });
}
