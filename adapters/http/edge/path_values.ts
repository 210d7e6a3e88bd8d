/**
 * Reads the values of a path whose template has `{name}` parts.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { decodeSegment, hasControlChars } from "./percent_decoding.ts";
import { VALUE_CHARS_MAX } from "./query.ts";

/** One `{name}` of a template, with the index of its path segment. */
export interface PathSlot {
  readonly name: string;
  readonly index: number;
}

/** Returns the slots of a template such as `/api/v1/fees/event/id/{eventId}`. */
export function slotsOf(template: string): ReadonlyArray<PathSlot> {
  return template.split("/").flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [{ name, index }];
  });
}

const NO_VALUES = Result.succeed<Readonly<Record<string, string>>>({});

/** Reads a path, as it was sent, that the router has matched with the template. */
export function readPath(
  slots: ReadonlyArray<PathSlot>,
  path: string,
): Result.Result<Readonly<Record<string, string>>, RequestRejected> {
  if (slots.length === 0) return NO_VALUES;
  const values: Record<string, string> = {};
  const segments = path.split("/");
  for (const { name, index } of slots) {
    const raw = segments[index] ?? "";
    const value = decodeSegment(raw);
    const hint = value === undefined
      ? "Percent-encode the value as UTF-8"
      : value === ""
      ? `Send the ${name} as the last part of the path`
      : value.length > VALUE_CHARS_MAX
      ? `Send at most ${VALUE_CHARS_MAX} characters`
      : hasControlChars(value)
      ? "Send no control characters"
      : undefined;
    if (value === undefined || hint !== undefined) {
      const rejected = { parameter: name, received: value ?? raw, hint: hint ?? "" };
      return Result.fail(new RequestRejected(rejected));
    }
    values[name] = value;
  }
  return Result.succeed(values);
}
