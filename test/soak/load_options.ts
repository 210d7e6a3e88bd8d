/**
 * What every part of a load is given.
 *
 * @module
 */
import type { Counts } from "./counts.ts";

/** What drives a part of the load: it ends soon after `signal` is aborted. */
export interface LoadOptions {
  readonly seed: number;
  readonly counts: Counts;
  readonly signal: AbortSignal;
}
