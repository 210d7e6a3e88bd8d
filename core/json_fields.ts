/**
 * Reads JSON objects without a schema, where a schema would be too slow.
 *
 * @module
 */
import { Option } from "effect";

/** The fields of a JSON object, unchecked, by name. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Returns the fields of a JSON object; none for text that is not a JSON object. */
export function jsonFields(text: string): Option.Option<JsonFields> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Option.some(value as JsonFields)
      : Option.none();
  } catch {
    return Option.none();
  }
}
