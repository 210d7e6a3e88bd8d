/**
 * How storage lets us down. Shared by every store port.
 *
 * @module
 */
import { Schema } from "effect";

/** The store did not do what it was asked. `cause` is for the log and is never sent. */
export class StoreFailed extends Schema.TaggedError<StoreFailed>()("StoreFailed", {
  operation: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `Cannot ${this.operation}: the store did not answer`;
  }
}
