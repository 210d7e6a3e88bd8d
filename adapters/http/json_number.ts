/**
 * JSON numbers that never pass through a float, in either direction.
 *
 * @module
 */

/** Text that `JSON.stringify` writes as it is. */
interface RawJson {
  readonly rawJSON: string;
}

/** What a reviver is told of a value besides itself: a number's own spelling. */
interface ReviverContext {
  readonly source?: string;
}

// Both are in ECMAScript's "JSON.parse source text access", which the compiler does not know yet.
declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: ReviverContext) => unknown,
    ): unknown;
  }
}

/** A number by its text: as it was sent, or exactly as it is to be written into an answer. */
export class JsonNumber {
  /** A JSON number. */
  readonly text: string;

  /** `text` must be a JSON number, or writing it throws. */
  constructor(text: string) {
    this.text = text;
  }

  /** For `JSON.stringify`, which writes the text as it is. */
  toJSON(): RawJson {
    return JSON.rawJSON(this.text);
  }
}

/** Reads JSON with a {@linkcode JsonNumber} for every number in it. Throws as `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(
    text,
    (_, value, { source }) =>
      typeof value === "number" && source !== undefined ? new JsonNumber(source) : value,
  );
}
