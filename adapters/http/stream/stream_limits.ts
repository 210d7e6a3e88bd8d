/**
 * The limits of one stream client.
 *
 * @module
 */
import { FRAMES_KEPT } from "../../../core/port/wallet_frames.ts";
import { REPLAY_MAX } from "../../../core/stream/mod.ts";
import { REPLAY_GAMES_MAX } from "../../../core/use_case/live/mod.ts";

/** The limits as `hello` announces them. */
export const STREAM_LIMITS = {
  /** Simultaneous connections per client address. */
  connectionsPerIp: 20,
  /** The maximum bytes of a client's frame. */
  messageBytes: 4_096,
  /** Messages that a connection earns each second, and the most it can have saved up. */
  messagesPerSec: 30,
  messageBurst: 60,
  /** Topics per connection. */
  topics: 200,
  /** Connections of an address that replay at the same time; the others wait for their turn. */
  replaysPerIp: 2,
  /** Windows, or seconds, of a topic that a replay sends. */
  replayWindows: REPLAY_MAX,
  /** Games of a topic that a replay sends. */
  replayGames: REPLAY_GAMES_MAX,
  /** Frames of a wallet that a replay sends. */
  replayFrames: FRAMES_KEPT,
} as const;

/** What a client is told that sends more. */
export const FLOODED = {
  error: `Cannot take more than ${STREAM_LIMITS.messagesPerSec} messages a second, ` +
    `or ${STREAM_LIMITS.messageBurst} at once`,
  hint: "Name several topics in one message; connect again, and send more slowly",
  code: "rate_limited",
} as const;

/** A client with more unread bytes than this is disconnected. */
export const BACKLOG_BYTES_MAX = 1024 * 1024;

/** The time in which one message is earned, in milliseconds. */
const MESSAGE_MS = 1000 / STREAM_LIMITS.messagesPerSec;
/** Half a message more than the burst, so that rounding never refuses the last one. */
const DEBT_MS_MAX = (STREAM_LIMITS.messageBurst + 0.5) * MESSAGE_MS;

/** A burst of messages, earned back at a steady pace. Instants are of the machine's stopwatch. */
export class MessageBudget {
  /** When everything spent is earned back. */
  #earnedMs = -Infinity;

  /** Spends a message. Returns false, and spends nothing, if none is left. */
  spend(atMs: number): boolean {
    const earnedMs = Math.max(this.#earnedMs, atMs) + MESSAGE_MS;
    if (earnedMs - atMs > DEBT_MS_MAX) return false;
    this.#earnedMs = earnedMs;
    return true;
  }

  /** Gives a message back that was spent. */
  giveBack(): void {
    this.#earnedMs -= MESSAGE_MS;
  }

  /** Returns how long it takes until everything spent is earned back, in milliseconds. */
  debtMs(atMs: number): number {
    return Math.max(0, this.#earnedMs - atMs);
  }
}
