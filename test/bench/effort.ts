/**
 * How long a benchmark measures: for a page of figures, or for an answer within a minute.
 *
 * @module
 */

/** How long to measure. */
export interface Effort {
  readonly isQuick: boolean;
  /** Returns how many rounds to take instead of those of an unhurried run. */
  readonly rounds: (count: number) => number;
  /** Returns how long one side of a round takes instead of the time of an unhurried run. */
  readonly lapMs: (ms: number) => number;
}

/** Enough for a best and a worst round among them. */
const QUICK_ROUNDS_MAX = 7;
const QUICK_SHARE = 1 / 5;

/** What figures to publish are measured with. */
export const THOROUGH: Effort = {
  isQuick: false,
  rounds: (count) => count,
  lapMs: (ms) => ms,
};

/** All benchmarks that know it take about a minute together. */
export const QUICK: Effort = {
  isQuick: true,
  rounds: (count) => Math.min(count, QUICK_ROUNDS_MAX),
  lapMs: (ms) => ms * QUICK_SHARE,
};
