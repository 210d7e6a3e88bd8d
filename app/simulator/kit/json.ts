/**
 * JSON with unknown contents.
 *
 * @module
 */

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The fields of an object by name. */
export type Fields = ReadonlyMap<string, unknown>;

/** Parses JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the fields of a JSON object, none for any other value. They are a map because external
 * names are never used as properties.
 */
export function fieldsOf(value: unknown): Fields {
  return new Map(isJsonObject(value) ? Object.entries(value) : []);
}
