/**
 * Decides whether a connection is alive: when to send a ping, and when to give up.
 *
 * @module
 */
import type { Timing } from "./timing.ts";

/** The liveness of a connection, in milliseconds of any monotonic clock. */
export interface Liveness {
  /** When something was last received. */
  readonly receivedMs: number;
  /** When the last ping was sent. */
  readonly lastPingMs: number;
  /** When the first unanswered ping was sent; undefined if none is unanswered. */
  readonly unansweredPingMs: number | undefined;
}

/** The result of a check: what to do now, and when to check again. */
export interface LivenessCheck {
  readonly action: "ping" | "give_up" | "nothing";
  readonly liveness: Liveness;
  readonly nextMs: number;
}

/** Returns the liveness after something was received. */
export function received(liveness: Liveness, nowMs: number): Liveness {
  return { ...liveness, receivedMs: nowMs, unansweredPingMs: undefined };
}

/**
 * Checks whether to ping or to give up. Silence counts only while a ping is unanswered, because
 * timers run late in background tabs and after the machine slept.
 */
export function checkLiveness(
  liveness: Liveness,
  nowMs: number,
  timing: Pick<Timing, "pingMs" | "silenceMs">,
): LivenessCheck {
  if (nowMs >= deadlineMs(liveness, timing)) {
    return { action: "give_up", liveness, nextMs: Infinity };
  }
  const isDue = nowMs >= liveness.lastPingMs + timing.pingMs;
  const next = isDue
    ? { ...liveness, lastPingMs: nowMs, unansweredPingMs: liveness.unansweredPingMs ?? nowMs }
    : liveness;
  const nextMs = Math.min(next.lastPingMs + timing.pingMs, deadlineMs(next, timing));
  return { action: isDue ? "ping" : "nothing", liveness: next, nextMs };
}

function deadlineMs(
  { receivedMs, unansweredPingMs }: Liveness,
  { pingMs, silenceMs }: Pick<Timing, "pingMs" | "silenceMs">,
): number {
  if (unansweredPingMs === undefined) return Infinity;
  return Math.max(receivedMs + silenceMs, unansweredPingMs + silenceMs - pingMs);
}
