/**
 * Decides whether a connection is alive: when to send a ping, and when to give up.
 *
 * @module
 */
import type { Timing } from "./timing.ts";

/** The liveness of a connection. Times are milliseconds of any monotonic clock. */
export interface Liveness {
  /** Notes that something was received. */
  readonly received: (nowMs: number) => void;
  /** Pings if it is time. Returns the milliseconds until the next check, or 0 to give up. */
  readonly check: (nowMs: number) => number;
}

/**
 * Returns the liveness of a connection that opened at `openedMs`. Silence counts only while a ping
 * is unanswered, because timers run late in background tabs and after the machine slept.
 */
export function watchLiveness(
  { pingMs, silenceMs }: Pick<Timing, "pingMs" | "silenceMs">,
  { openedMs, ping }: { readonly openedMs: number; readonly ping: () => void },
): Liveness {
  let receivedMs = openedMs;
  let lastPingMs = openedMs;
  /** When the first unanswered ping was sent. */
  let unansweredMs = Infinity;
  const deadlineMs = () => Math.max(receivedMs, unansweredMs - pingMs) + silenceMs;
  return {
    received: (nowMs) => {
      receivedMs = nowMs;
      unansweredMs = Infinity;
    },
    check: (nowMs) => {
      if (nowMs >= deadlineMs()) return 0;
      if (nowMs >= lastPingMs + pingMs) {
        lastPingMs = nowMs;
        unansweredMs = Math.min(unansweredMs, nowMs);
        ping();
      }
      return Math.max(1, Math.min(lastPingMs + pingMs, deadlineMs()) - nowMs);
    },
  };
}
