/**
 * What a load generator is told, and what it reports.
 *
 * @module
 */

/** Ask this address so long, over so many connections. */
export interface LoadOrder {
  readonly url: string;
  readonly connections: number;
  readonly durationMs: number;
}

/** What came of it. */
export interface LoadReport {
  readonly answers: number;
  readonly tookMs: number;
  /** Processor time of the generator itself. */
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
