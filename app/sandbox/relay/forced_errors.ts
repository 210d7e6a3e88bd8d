/**
 * Errors that a test wants a relay to answer, such as that its own credential check is down.
 *
 * @module
 */

/** Error codes by the frames that they answer. */
export interface ForcedErrors {
  /** Answers the next so many frames of an `op` with a code; in place of what was asked before. */
  force(op: string, code: string, times: number): void;
  /** The code that a frame of this `op` is answered with, if one is forced; it counts. */
  take(op: string): string | undefined;
}

/** None is forced yet. */
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
