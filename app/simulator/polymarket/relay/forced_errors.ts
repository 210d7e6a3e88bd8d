/**
 * Errors that a test forces a relay to answer, such as a failure of its credential check.
 *
 * @module
 */

/** The forced error codes, by `op`. */
export interface ForcedErrors {
  /** Answers the next frames of an `op` with a code; replaces an earlier order. */
  force(op: string, code: string, times: number): void;
  /** Returns the forced code for a frame of this `op`, if any, and counts it. */
  take(op: string): string | undefined;
}

/** Makes an empty set of forced errors. */
export function makeForcedErrors(): ForcedErrors {
  const forced = new Map<string, { readonly code: string; left: number }>();
  return {
    force: (op, code, times) => void forced.set(op, { code, left: times }),
    take(op) {
      const error = forced.get(op);
      if (error === undefined) return undefined;
      error.left--;
      if (error.left <= 0) forced.delete(op);
      return error.code;
    },
  };
}
