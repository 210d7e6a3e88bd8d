/**
 * The log of a simulator's requests, which tests read back.
 *
 * @module
 */

/** One request. `path` includes the query; `status` is 0 if there was no answer. */
export interface LoggedRequest {
  /** ISO 8601 on the sandbox's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Real milliseconds from the request's arrival to its answer. */
  readonly took_ms: number;
}

/** The latest requests of one simulator, oldest first. */
export interface RequestLog {
  add(request: LoggedRequest): void;
  clear(): void;
  all(): ReadonlyArray<LoggedRequest>;
}

/** Bounds memory, because a sandbox may run for days. */
const REQUESTS_MAX = 20_000;

/** Makes an empty log. */
export function makeRequestLog(): RequestLog {
  let requests: LoggedRequest[] = [];
  return {
    add(request) {
      // Drops half at a time, so that a full log does not shift on every request.
      if (requests.length >= REQUESTS_MAX) requests = requests.slice(-REQUESTS_MAX / 2);
      requests.push(request);
    },
    clear: () => void (requests = []),
    all: () => requests,
  };
}
