/**
 * Where windows begin: a clock, and a step on that clock.
 *
 * @module
 */
import { easternOffsetSec, fromEasternLocal, UnixSec } from "../time/mod.ts";

/**
 * Windows begin wherever the clock shows a multiple of `stepSec`, counted from `phaseSec` past
 * midnight. On the Eastern clock a window may be an hour longer or shorter than its step, on the
 * two days a year on which that clock is changed.
 */
export interface Grid {
  readonly clock: "utc" | "us_eastern";
  readonly stepSec: number;
  readonly phaseSec: number;
}

/** The last instant at or before `atSec` at which a window begins. */
export function gridStart(grid: Grid, atSec: UnixSec): UnixSec {
  if (grid.clock === "utc") return UnixSec(floorTo(grid, atSec));
  return fromEasternLocal(floorTo(grid, atSec + easternOffsetSec(atSec)));
}

/** The first instant after `startSec`, which is a start itself, at which a window begins. */
export function nextGridStart(grid: Grid, startSec: UnixSec): UnixSec {
  if (grid.clock === "utc") return UnixSec(startSec + grid.stepSec);
  return fromEasternLocal(startSec + easternOffsetSec(startSec) + grid.stepSec);
}

/** The number of the window an instant falls in, counted from the epoch on the grid's own clock. */
export function gridIndex(grid: Grid, atSec: UnixSec): number {
  const startSec = gridStart(grid, atSec);
  const clockSec = grid.clock === "utc" ? startSec : startSec + easternOffsetSec(startSec);
  return (clockSec - grid.phaseSec) / grid.stepSec;
}

function floorTo({ stepSec, phaseSec }: Grid, clockSec: number): number {
  return clockSec - (clockSec - phaseSec) % stepSec;
}
