/**
 * Whether a client has read enough of what was sent to get more of a replay.
 *
 * @module
 */
import { Effect } from "effect";
import { BACKLOG_BYTES_MAX } from "./stream_limits.ts";
import type { StreamSocket } from "./stream_socket.ts";

/** A replay pauses while this much is unread, so that it never looks like a slow reader. */
const REPLAY_BYTES_AHEAD = BACKLOG_BYTES_MAX / 4;

/** The room that one socket has. */
export class SocketRoom {
  readonly #socket: () => StreamSocket | undefined;
  readonly #stopwatchMs: () => number;
  /** Resumes the replay that waits until the socket has room, since an instant of the stopwatch. */
  #stalled: { readonly sinceMs: number; readonly resume: () => void } | undefined;

  /** A socket that has gone has room. */
  constructor(socket: () => StreamSocket | undefined, stopwatchMs: () => number) {
    this.#socket = socket;
    this.#stopwatchMs = stopwatchMs;
  }

  /** Whether there is room now. */
  has(): boolean {
    return (this.#socket()?.getBufferedAmount() ?? 0) <= REPLAY_BYTES_AHEAD;
  }

  /** Ends when the client has read most of what was sent. */
  readonly until: Effect.Effect<void> = Effect.gen({ self: this }, function* () {
    const sinceMs = this.#stopwatchMs();
    while (!this.has()) {
      yield* Effect.callback<void>((resume) => {
        this.#stalled = { sinceMs, resume: () => resume(Effect.void) };
      });
    }
  });

  /** For how long a replay has waited, in milliseconds; -Infinity where none waits. */
  stalledMs(): number {
    return this.#stopwatchMs() - (this.#stalled?.sinceMs ?? Infinity);
  }

  /** Call when the client has read something, or has gone. */
  drain(): void {
    const stalled = this.#stalled;
    this.#stalled = undefined;
    stalled?.resume();
  }
}
