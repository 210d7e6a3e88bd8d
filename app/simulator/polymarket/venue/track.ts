/**
 * A track: consecutive events about the same subject, computed arithmetically.
 *
 * @module
 */
import { type Asset, type Grid, gridIndex, type Interval } from "../../../../core/market/mod.ts";
import { fromEasternLocal, UnixSec } from "../../../../core/time/mod.ts";
import { type Topic } from "./topic.ts";

/** The subject of a track's events. */
export type Subject =
  | { readonly kind: "up_down"; readonly asset: Asset; readonly interval: Interval }
  | { readonly kind: "topic"; readonly topic: Topic };

/** Events are indexed along the grid; times are unix seconds. */
export interface Track {
  /** The track's slot, at least 1 and below 512: the low bits of its events' ids. */
  readonly slot: number;
  readonly subject: Subject;
  /** Returns the index of the last event that starts at or before an instant. */
  indexAt(atSec: number): number;
  startSecOf(index: number): number;
  endSecOf(index: number): number;
  /** Seconds from an event's listing to its start. */
  readonly leadSec: number;
  /** Seconds from an event's end to its resolution and close. */
  readonly resolveSec: number;
}

/** Makes a track of contiguous windows on a grid. */
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

/** Makes a track with an event every `periodSec`; events may overlap. */
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
