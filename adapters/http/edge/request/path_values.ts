/**
 * Reads the values of a path whose template has `{name}` parts.
 *
 * @module
 */
import { Result } from "effect";
import type { RequestRejected } from "../../../../core/request.ts";
import { refuse } from "../../wire/kind.ts";
import { decodeSegment, hasControlChars } from "./percent_decoding.ts";
import { VALUE_CHARS_MAX } from "./query.ts";

/** Returns the path of a URL. Elysia's own is missing where Bun's router is used. */
export function pathOf(url: string): string {
  const from = url.indexOf("/", url.indexOf("//") + 2);
  const to = url.slice(from).search(/[?#]/);
  return to === -1 ? url.slice(from) : url.slice(from, from + to);
}

/** One `{name}` of a template: the index of its segment from the end, and from the begin. */
export interface PathSlot {
  readonly name: string;
  readonly index: number;
  readonly least: number;
}

/** Returns the slots of a template such as `/api/v1/fees/event/id/{eventId}`. */
export function slotsOf(template: string): ReadonlyArray<PathSlot> {
  const segments = template.split("/");
  return segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    // A server may give its routes a prefix.
    return name === undefined ? [] : [{ name, index: index - segments.length, least: index }];
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
  for (const { name, index, least } of slots) {
    const raw = segments.length > least ? segments.at(index) ?? "" : "";
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
      return refuse({ name }, value ?? raw, hint ?? "");
    }
    values[name] = value;
  }
  return Result.succeed(values);
}
