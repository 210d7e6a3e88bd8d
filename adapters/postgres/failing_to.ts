/**
 * Converts the error of a statement to the failure of a store.
 *
 * @module
 */
import { Effect } from "effect";
import { StoreFailed } from "../../core/port/mod.ts";

/**
 * `operation` continues the sentence "Cannot ...". It names no value: stored data may be secret.
 */
export function failingTo(operation: string) {
  return Effect.mapError((cause: unknown) => new StoreFailed({ operation, cause }));
}
