/** Timers on a clock that stands until a test moves it. @module */
import type { Timers } from "../adapters/outbound/mod.ts";

/** A timer that is set. */
interface Pending {
  readonly atMs: number;
  readonly act: () => void;
}

/** Makes a clock at zero, whose timers are those of an adapter. */
export function makeMovedTimers() {
  const timers = new Set<Pending>();
  let nowMs = 0;
  const next = () => [...timers].toSorted((a, b) => a.atMs - b.atMs)[0];
  const fire = (timer: Pending) => {
    timers.delete(timer);
    nowMs = Math.max(nowMs, timer.atMs);
    timer.act();
  };
  const adapted: Timers = {
    nowMs: () => nowMs,
    after: (ms, act) => {
      const timer = { atMs: nowMs + ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  return {
    ...adapted,
    /** How many timers are set. */
    pending: () => timers.size,
    /** Moves the clock, and fires what is due on the way, one after the other. */
    advance: (ms: number) => {
      const untilMs = nowMs + ms;
      for (let due = next(); due !== undefined && due.atMs <= untilMs; due = next()) fire(due);
      nowMs = untilMs;
    },
    /** Moves the clock to the next timer, and fires that one alone. */
    fireNext: () => {
      const timer = next();
      if (timer !== undefined) fire(timer);
    },
    /** Moves the clock and fires nothing, as for a process that hangs meanwhile. */
    hang: (ms: number) => void (nowMs += ms),
  };
}
