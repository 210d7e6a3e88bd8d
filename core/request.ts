/**
 * The request asks for something this service does not offer.
 *
 * @module
 */
import { Schema } from "effect";

/** Quoted values are cut here, so that a hostile request cannot make a huge answer. */
const QUOTED_CHARS_MAX = 80;

/** A parameter has a value outside what the interface allows. */
export class RequestRejected extends Schema.TaggedError<RequestRejected>()("RequestRejected", {
  parameter: Schema.String,
  received: Schema.String,
  hint: Schema.String,
}) {
  override get message(): string {
    return `Cannot use ${this.parameter} "${quoted(this.received)}"`;
  }
}

function quoted(received: string): string {
  const chars = [...received];
  return chars.length <= QUOTED_CHARS_MAX
    ? received
    : `${chars.slice(0, QUOTED_CHARS_MAX).join("")}...`;
}
