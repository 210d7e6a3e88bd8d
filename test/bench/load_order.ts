/**
 * A load generator's orders and reports.
 *
 * @module
 */

/** An order to load this address for this long, over this many connections. */
export interface LoadOrder {
  readonly url: string;
  readonly connections: number;
  readonly durationMs: number;
}

/** The result. */
export interface LoadReport {
  readonly answers: number;
  readonly tookMs: number;
  /** Processor time of the generator itself. */
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
