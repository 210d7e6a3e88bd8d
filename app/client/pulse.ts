/**
 * Whether a connection still lives: when to ask for a sign of life, and when to give up.
 *
 * @module
 */
import type { Timing } from "./timing.ts";

/** What is known of a connection's life, in milliseconds of any clock that only goes forward. */
export interface Pulse {
  readonly heardMs: number;
  readonly pingedMs: number;
  /** When the first ping was sent that nothing has come after. */
  readonly waitingMs: number | undefined;
}

/** What to do now, and when to look again. */
export interface Look {
  readonly todo: "ping" | "give_up" | "nothing";
  readonly pulse: Pulse;
  readonly nextMs: number;
}

/** Something came. */
export function heard(pulse: Pulse, nowMs: number): Pulse {
  return { ...pulse, heardMs: nowMs, waitingMs: undefined };
}

/**
 * Judges the silence. It counts only once a ping went unanswered: timers are late in a browser's
 * page in the background, and on a machine that slept.
 */
export function look(
  pulse: Pulse,
  nowMs: number,
  timing: Pick<Timing, "pingMs" | "silenceMs">,
): Look {
  if (nowMs >= deadlineMs(pulse, timing)) return { todo: "give_up", pulse, nextMs: Infinity };
  const isDue = nowMs >= pulse.pingedMs + timing.pingMs;
  const next = isDue ? { ...pulse, pingedMs: nowMs, waitingMs: pulse.waitingMs ?? nowMs } : pulse;
  const nextMs = Math.min(next.pingedMs + timing.pingMs, deadlineMs(next, timing));
  return { todo: isDue ? "ping" : "nothing", pulse: next, nextMs };
}

function deadlineMs(
  { heardMs, waitingMs }: Pulse,
  { pingMs, silenceMs }: Pick<Timing, "pingMs" | "silenceMs">,
): number {
  if (waitingMs === undefined) return Infinity;
  return Math.max(heardMs + silenceMs, waitingMs + silenceMs - pingMs);
}
