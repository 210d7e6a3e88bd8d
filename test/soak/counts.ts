/**
 * What a load has done so far.
 *
 * @module
 */

/** Counters that every part of the load adds to. */
export interface Counts {
  /** Requests that were answered, whatever the answer. */
  requests: number;
  /** Those of them with a status that the request is made for. */
  expected: number;
  /** Answers of 400 to 499: to some requests they are what is expected. */
  rejections: number;
  /** Answers of 500 and above: with faults in the providers some are right. */
  refusals: number;
  /** Requests without an answer, and streams that could not be opened. */
  errors: number;
  /** Frames of the stream that arrived. */
  frames: number;
  /** Connections to the stream that were opened. */
  streams: number;
  /** Faults that providers were told to have. */
  faults: number;
}

/** What a load has done, in one line. */
export function countsLine(counts: Counts): string {
  const { requests, expected, rejections, refusals, errors, frames, streams, faults } = counts;
  return `${requests} requests, ${expected} answered as expected, ${rejections} answered 4xx, ` +
    `${refusals} answered 5xx, ${errors} errors, ${frames} frames of ${streams} connections, ` +
    `${faults} faults`;
}

/** Makes counters at zero. */
export function makeCounts(): Counts {
  return {
    requests: 0,
    expected: 0,
    rejections: 0,
    refusals: 0,
    errors: 0,
    frames: 0,
    streams: 0,
    faults: 0,
  };
}
