/**
 * Timers on a clock that stands until a test moves it.
 *
 * @module
 */
import type { Timers } from "../adapters/outbound/mod.ts";

/** A timer that is set. */
interface Pending {
  readonly atMs: number;
  readonly act: () => void;
}

/** What a test does with the clock; the timers are those of an adapter. */
export interface MovedTimers extends Timers {
  /** How many timers are set. */
  readonly pending: () => number;
  /** Moves the clock, and fires what is due on the way, one after the other. */
  readonly advance: (ms: number) => void;
  /** Moves the clock to the next timer, and fires that one alone. */
  readonly fireNext: () => void;
  /** Moves the clock and fires nothing, as for a process that hangs meanwhile. */
  readonly hang: (ms: number) => void;
}

/** Makes a clock at zero. */
export function makeMovedTimers(): MovedTimers {
  const timers = new Set<Pending>();
  let nowMs = 0;
  const next = () => [...timers].toSorted((a, b) => a.atMs - b.atMs)[0];
  const fire = (timer: Pending) => {
    timers.delete(timer);
    nowMs = Math.max(nowMs, timer.atMs);
    timer.act();
  };
  return {
    nowMs: () => nowMs,
    after: (ms, act) => {
      const timer = { atMs: nowMs + ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pending: () => timers.size,
    advance: (ms) => {
      const untilMs = nowMs + ms;
      for (let due = next(); due !== undefined && due.atMs <= untilMs; due = next()) fire(due);
      nowMs = untilMs;
    },
    fireNext: () => {
      const timer = next();
      if (timer !== undefined) fire(timer);
    },
    hang: (ms) => void (nowMs += ms),
  };
}
