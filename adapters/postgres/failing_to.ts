/**
 * Turns what went wrong with a statement into the failure of a store.
 *
 * @module
 */
import { Effect } from "effect";
import { StoreFailed } from "../../core/port/mod.ts";

/** `operation` goes on after "Cannot". It names no value: what is stored may be secret. */
export function failingTo(operation: string) {
  return Effect.mapError((cause: unknown) => new StoreFailed({ operation, cause }));
}
