/**
 * A track: one event after another about the same thing, found by arithmetic.
 *
 * @module
 */
import { type Asset, type Grid, gridIndex, type Interval } from "../../../core/market/mod.ts";
import { fromEasternLocal, UnixSec } from "../../../core/time/mod.ts";
import { type Topic } from "./topic.ts";

/** What the events of a track are about. */
export type Subject =
  | { readonly kind: "up_down"; readonly asset: Asset; readonly interval: Interval }
  | { readonly kind: "topic"; readonly topic: Topic };

/** Events are numbered along the grid; times are unix seconds. */
export interface Track {
  /** The track's place among all, at least 1 and below 512: the low bits of its events' ids. */
  readonly slot: number;
  readonly subject: Subject;
  /** The number of the event whose start is the last at or before an instant. */
  indexAt(atSec: number): number;
  startSecOf(index: number): number;
  endSecOf(index: number): number;
  /** How long before its start an event is listed. */
  readonly leadSec: number;
  /** How long after its end an event is resolved and closed. */
  readonly resolveSec: number;
}

/** A track of windows on a grid, each as long as the way to the next. */
export function gridTrack(
  grid: Grid,
  rest: Pick<Track, "slot" | "subject" | "leadSec" | "resolveSec">,
): Track {
  const startSecOf = (index: number) => {
    const clockSec = index * grid.stepSec + grid.phaseSec;
    return grid.clock === "utc" ? clockSec : fromEasternLocal(clockSec);
  };
  return {
    ...rest,
    indexAt: (atSec) => gridIndex(grid, UnixSec(Math.floor(atSec))),
    startSecOf,
    endSecOf: (index) => startSecOf(index + 1),
  };
}

/** A track on which an event begins every `periodSec`, and may outlive the start of the next. */
export function periodicTrack(
  { periodSec, phaseSec, lifeSec }: {
    readonly periodSec: number;
    readonly phaseSec: number;
    readonly lifeSec: number;
  },
  rest: Pick<Track, "slot" | "subject" | "leadSec" | "resolveSec">,
): Track {
  const startSecOf = (index: number) => index * periodSec + phaseSec;
  return {
    ...rest,
    indexAt: (atSec) => Math.floor((atSec - phaseSec) / periodSec),
    startSecOf,
    endSecOf: (index) => startSecOf(index) + lifeSec,
  };
}
