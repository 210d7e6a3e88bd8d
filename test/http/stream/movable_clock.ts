/** Clocks that a test moves. @module */
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";

/** A clock that can be moved forward, and never goes back. */
export interface MovableClock extends SandboxClock {
  /** Moves to the second, unless it is there already. */
  readonly moveTo: (sec: number) => void;
}

/** Stands still until it is moved. */
export function makeStillClock(startMs: number): MovableClock {
  let nowMs = startMs;
  return {
    speed: 1,
    nowMs: () => nowMs,
    realMs: (virtualMs) => virtualMs,
    moveTo: (sec) => void (nowMs = Math.max(nowMs, sec * 1000)),
  };
}

/** It goes with the machine's. `startMs`: where it stands now. */
export function makeMovableClock(startMs: number): MovableClock {
  let offsetMs = startMs - Date.now();
  return {
    speed: 1,
    nowMs: () => Date.now() + offsetMs,
    realMs: (virtualMs) => virtualMs,
    moveTo: (sec) => void (offsetMs = Math.max(offsetMs, sec * 1000 - Date.now())),
  };
}
