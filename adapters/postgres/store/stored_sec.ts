/**
 * The schema of instants in stored JSON.
 *
 * @module
 */
import { Schema } from "effect";

/** Unix seconds: a whole number, not negative. */
export const StoredSec = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
  Schema.brand("UnixSec"),
);
