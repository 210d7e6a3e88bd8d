/**
 * Keeps the messages of a connection within what the service takes.
 *
 * @module
 */

/** What the service takes of a connection. A service without these limits announces none. */
export interface MessageLimits {
  readonly messagesPerSec?: number;
  /** The most messages at once. */
  readonly messageBurst?: number;
}

/** The share of a burst that is used. The rest is for pings, and for what arrives bunched. */
const BURST_SHARE = 1 / 2;

/** Paces messages: at first a burst, then as many as are earned each second. */
export class MessagePace {
  readonly #messageMs: number;
  readonly #debtMsMax: number;
  /** When every message sent so far is earned back. */
  #earnedMs = -Infinity;

  constructor({ messagesPerSec, messageBurst }: MessageLimits = {}) {
    const isLimited = isPositive(messagesPerSec) && isPositive(messageBurst);
    this.#messageMs = isLimited ? 1000 / messagesPerSec : 0;
    this.#debtMsMax = isLimited ? Math.max(1, messageBurst * BURST_SHARE) * this.#messageMs : 0;
  }

  /**
   * Returns 0 and counts a message that may be sent now; otherwise the milliseconds after which to
   * ask again. Any monotonic clock.
   */
  spend(nowMs: number): number {
    const earnedMs = Math.max(this.#earnedMs, nowMs) + this.#messageMs;
    const earlyMs = earnedMs - nowMs - this.#debtMsMax;
    if (earlyMs > 0) return Math.ceil(earlyMs);
    this.#earnedMs = earnedMs;
    return 0;
  }
}

function isPositive(value: number | undefined): value is number {
  return Number.isFinite(value) && Number(value) > 0;
}
