/**
 * The measurements of a process with many games.
 *
 * @module
 */

/** Number of rounds of every measurement. */
export const ROUNDS = 5;

/** Milliseconds per request, by rounds. */
export interface PageTimes {
  readonly p50Ms: ReadonlyArray<number>;
  readonly p99Ms: ReadonlyArray<number>;
}

/** One process, with this many games. */
export interface GameMeasures {
  readonly pages: {
    readonly first: PageTimes;
    readonly last: PageTimes;
    readonly any: PageTimes;
    readonly filtered: PageTimes;
    readonly large: PageTimes;
  };
  /** Time to the first listing of all games, including their generation. */
  readonly loadMs: number;
  /** New listings after changes of some thousand games, excluding their reads. */
  readonly patchMs: ReadonlyArray<number>;
  /** Memory of the process after all requests, minus that before it read the games. */
  readonly memoryMb: number;
  /** All memory of the process. */
  readonly residentMb: number;
}
