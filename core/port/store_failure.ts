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
  /** Why, where the store answers: it takes no writes at all, or none of a former leader. */
  refusal: Schema.optionalKey(Schema.Literals(["unwritable", "led_elsewhere"])),
}) {
  override get message(): string {
    const why = this.refusal === undefined ? "the store did not answer" : WHY[this.refusal];
    return `Cannot ${this.operation}: ${why}`;
  }
}

const WHY = {
  unwritable: "it takes no writes now",
  led_elsewhere: "another process leads by now, and does it",
} as const;
