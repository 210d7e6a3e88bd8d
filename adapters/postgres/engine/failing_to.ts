/**
 * Converts the error of a statement to the failure of a store.
 *
 * @module
 */
import { Effect } from "effect";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { FormerLeader } from "./leases.ts";
import { SqlFailed } from "./sql.ts";
import { isUnwritable } from "./store_trouble.ts";

/**
 * `operation` continues the sentence "Cannot ...". It names no value: stored data may be secret.
 */
export function failingTo(operation: string) {
  return Effect.mapError((cause: unknown) => {
    const refusal = refusalOf(cause);
    return new StoreFailed({ operation, cause, ...refusal === undefined ? {} : { refusal } });
  });
}

function refusalOf(cause: unknown): StoreFailed["refusal"] {
  if (cause instanceof FormerLeader) return "led_elsewhere";
  return cause instanceof SqlFailed && isUnwritable(cause.cause) ? "unwritable" : undefined;
}
