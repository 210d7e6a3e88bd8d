/**
 * What a process that holds many games tells of them.
 *
 * @module
 */

/** How often everything is measured. */
export const ROUNDS = 5;

/** Milliseconds for one request, by rounds. */
export interface PageTimes {
  readonly p50Ms: ReadonlyArray<number>;
  readonly p99Ms: ReadonlyArray<number>;
}

/** One process, with so many games. */
export interface GameMeasures {
  readonly pages: {
    readonly first: PageTimes;
    readonly last: PageTimes;
    readonly any: PageTimes;
    readonly filtered: PageTimes;
    readonly large: PageTimes;
  };
  /** Until the first listing of all games, their making included. */
  readonly loadMs: number;
  /** New listings after changes of some thousand games, their reading not included. */
  readonly patchMs: ReadonlyArray<number>;
  /** What the process has in memory more than before it read the games, after all requests. */
  readonly memoryMb: number;
  /** All that it has in memory. */
  readonly residentMb: number;
}
