/**
 * The store could not be opened.
 *
 * @module
 */
import { Schema } from "effect";

/** Stops the start. `detail` is one line for the operator; `cause` is for the log. */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  detail: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `Cannot open the store: ${this.detail}`;
  }
}

/** Returns the first line of a thrown value, cut to fit a terminal. */
export function firstLineOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return (text.split("\n")[0] ?? "").slice(0, DETAIL_CHARS_MAX);
}

const DETAIL_CHARS_MAX = 200;
