/**
 * The failure of a store. Shared by every store port.
 *
 * @module
 */
import { Schema } from "effect";

/** A store operation failed. `cause` is for the log and is never sent to clients. */
export class StoreFailed extends Schema.TaggedError<StoreFailed>()("StoreFailed", {
  operation: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `Cannot ${this.operation}: the store did not answer`;
  }
}
