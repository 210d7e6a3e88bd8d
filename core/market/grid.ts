/**
 * A grid of window starts: a clock and a step on that clock.
 *
 * @module
 */
import { easternOffsetSec, fromEasternLocal, UnixSec } from "../time/mod.ts";

/**
 * Defines that windows begin when the clock shows a multiple of `stepSec`, counted from `phaseSec`
 * past midnight. On the Eastern clock a window may be an hour longer or shorter than its step on
 * the two days a year when daylight time begins or ends.
 */
export interface Grid {
  readonly clock: "utc" | "us_eastern";
  readonly stepSec: number;
  readonly phaseSec: number;
}

/** Returns the last instant at or before `atSec` at which a window begins. */
export function gridStart(grid: Grid, atSec: UnixSec): UnixSec {
  if (grid.clock === "utc") return UnixSec(floorTo(grid, atSec));
  return fromEasternLocal(floorTo(grid, atSec + easternOffsetSec(atSec)));
}

/** Returns the next window start after `startSec`, which must be a window start itself. */
export function nextGridStart(grid: Grid, startSec: UnixSec): UnixSec {
  if (grid.clock === "utc") return UnixSec(startSec + grid.stepSec);
  return fromEasternLocal(startSec + easternOffsetSec(startSec) + grid.stepSec);
}

/** Returns the index of the window that contains an instant, from the epoch on the grid's clock. */
export function gridIndex(grid: Grid, atSec: UnixSec): number {
  const startSec = gridStart(grid, atSec);
  const clockSec = grid.clock === "utc" ? startSec : startSec + easternOffsetSec(startSec);
  return (clockSec - grid.phaseSec) / grid.stepSec;
}

function floorTo({ stepSec, phaseSec }: Grid, clockSec: number): number {
  return clockSec - (clockSec - phaseSec) % stepSec;
}
