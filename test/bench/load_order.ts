/**
 * A load generator's orders and reports.
 *
 * @module
 */

/**
 * An order to load a server for this long, over this many connections, which ask for the paths in
 * turn.
 */
export interface LoadOrder {
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly paths: ReadonlyArray<string>;
  readonly headers: Readonly<Record<string, string>>;
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
