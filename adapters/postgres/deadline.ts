/**
 * A deadline on the machine's own clock.
 *
 * Not `Effect.timeout`: the sandbox runs every clock of the runtime many times as fast, and the
 * database does not.
 *
 * @module
 */

/** Longest wait for one statement, and for a connection. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** Nothing came back in time. What was asked may still happen. */
export class DeadlinePassed extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs / 1000} s`);
  }
}

/** The promise's own end, or a rejection with {@linkcode DeadlinePassed}. */
export function within<A>(timeoutMs: number, promise: PromiseLike<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlinePassed(timeoutMs)), timeoutMs);
    Promise.resolve(promise).then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
