/**
 * The timer by which the venue does what is due while nobody asks it.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";

/** One timer, which runs only while something is due. */
export interface VenuePulse {
  /** Beats at this instant of the clock, in unix milliseconds, or before. */
  wake(atMs: number): void;
  /** Sets what a beat does. It returns when the next one is due; undefined for none. */
  onBeat(beat: () => number | undefined): void;
}

/** Between two beats at least, in real milliseconds: the clock may run as fast as it likes. */
const WAIT_MS_MIN = 20;
/** Longest delay that a timer of the runtime supports. */
const WAIT_MS_MAX = 2 ** 31 - 1;

/** Makes a pulse that does nothing yet. It keeps no process alive. */
export function makeVenuePulse(clock: SandboxClock): VenuePulse {
  let beat = (): number | undefined => undefined;
  let armed: { readonly atMs: number; readonly timer: Timer } | undefined;
  const wake = (atMs: number) => {
    if (armed !== undefined && armed.atMs <= atMs) return;
    clearTimeout(armed?.timer);
    const waitMs = Math.ceil(clock.realMs(atMs - clock.nowMs()));
    const timer = setTimeout(() => {
      armed = undefined;
      const nextMs = beat();
      if (nextMs !== undefined) wake(nextMs);
    }, Math.min(Math.max(waitMs, WAIT_MS_MIN), WAIT_MS_MAX));
    timer.unref();
    armed = { atMs, timer };
  };
  return { wake, onBeat: (to) => void (beat = to) };
}

type Timer = ReturnType<typeof setTimeout>;
