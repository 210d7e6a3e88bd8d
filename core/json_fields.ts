/**
 * Reads JSON by hand, where a schema would cost too much time.
 *
 * @module
 */
import { Option } from "effect";

/** Whatever was written under each name. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none for text that is not one. */
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
