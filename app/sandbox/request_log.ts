/**
 * What a simulator was asked, for tests that ask back.
 *
 * @module
 */

/** One request. `path` has its query; `status` is 0 when no answer was made. */
export interface LoggedRequest {
  /** ISO 8601 on the sandbox's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** From the request's coming to its answer's going, in the machine's milliseconds. */
  readonly took_ms: number;
}

/** The latest requests of one simulator, oldest first. */
export interface RequestLog {
  add(request: LoggedRequest): void;
  clear(): void;
  all(): ReadonlyArray<LoggedRequest>;
}

/** A sandbox may run for days. */
const REQUESTS_MAX = 20_000;

/** Nothing logged yet. */
export function makeRequestLog(): RequestLog {
  let requests: LoggedRequest[] = [];
  return {
    add(request) {
      // Cut by half at a time, so that a full log does not move on every request.
      if (requests.length >= REQUESTS_MAX) requests = requests.slice(-REQUESTS_MAX / 2);
      requests.push(request);
    },
    clear: () => void (requests = []),
    all: () => requests,
  };
}
