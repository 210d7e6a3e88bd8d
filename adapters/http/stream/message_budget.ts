/**
 * Counts the messages of one stream client.
 *
 * @module
 */
import { STREAM_LIMITS } from "./stream_limits.ts";

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

  /** Returns how long it takes until everything spent is earned back, in milliseconds. */
  debtMs(atMs: number): number {
    return Math.max(0, this.#earnedMs - atMs);
  }
}
