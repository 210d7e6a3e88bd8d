/**
 * Reads the JSON that a caller sent: nothing in it is computed with unless it means one thing.
 *
 * @module
 */
import { JsonNumber, parseExactJson } from "./json_number.ts";
import { repeatedName } from "./repeated_name.ts";

/**
 * What a caller's text holds; numbers are `JsonNumber`. `repeated`: an object in it has the field
 * `name` twice, and `value` has one of both. `unreadable`: it is no JSON, or nested too deeply.
 */
export type SentJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "repeated"; readonly name: string; readonly value: unknown }
  | { readonly kind: "unreadable" };

/** Reads a caller's JSON. */
export function readSentJson(text: string): SentJson {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    // Nesting past the parser's stack throws a RangeError, which is the caller's fault too.
    return { kind: "unreadable" };
  }
  const name = repeatedName(text);
  return name === undefined ? { kind: "value", value } : { kind: "repeated", name, value };
}

/** Whether a value of parsed JSON is an object. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof JsonNumber);
}

/**
 * Returns the fields of a caller's object, in a map, because their names are the caller's. A field
 * that is null is as if it were left out: many languages write so what is not set.
 */
export function sentFields(object: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(object).filter(([, value]) => value !== null));
}
