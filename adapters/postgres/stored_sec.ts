/**
 * Instants inside stored JSON.
 *
 * @module
 */
import { Schema } from "effect";

/** Unix seconds, whole and never negative. */
export const StoredSec = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
  Schema.brand("UnixSec"),
);
