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

/**
 * Paces messages: at first a burst, then as many as are earned each second. Returns a function that
 * returns 0 and counts a message that may be sent now; otherwise the milliseconds after which to
 * ask again. Any monotonic clock.
 */
export function makeMessagePace(
  { messagesPerSec = 0, messageBurst = 0 }: MessageLimits = {},
): (nowMs: number) => number {
  const isLimited = messagesPerSec > 0 && messageBurst > 0;
  const messageMs = isLimited ? 1000 / messagesPerSec : 0;
  const debtMsMax = Math.max(1, messageBurst * BURST_SHARE) * messageMs;
  /** When every message sent so far is earned back. */
  let allEarnedMs = -Infinity;
  return (nowMs) => {
    const earnedMs = Math.max(allEarnedMs, nowMs) + messageMs;
    const earlyMs = earnedMs - nowMs - debtMsMax;
    if (earlyMs > 0) return Math.ceil(earlyMs);
    allEarnedMs = earnedMs;
    return 0;
  };
}
