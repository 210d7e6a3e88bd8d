/**
 * Deadlines on the machine's own clock.
 *
 * Not `Effect.timeout`: the sandbox runs every clock of the runtime many times as fast, but not the
 * database.
 *
 * @module
 */

/** The longest wait for one statement or a connection, in milliseconds. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** No answer arrived in time. The statement may still take effect. */
export class DeadlinePassed extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs / 1000} s`);
  }
}

/** Settles like the promise, or rejects with {@linkcode DeadlinePassed}. */
export function within<A>(timeoutMs: number, promise: PromiseLike<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlinePassed(timeoutMs)), timeoutMs);
    Promise.resolve(promise).then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
