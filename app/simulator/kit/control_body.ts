/**
 * Parses the JSON bodies of control calls, with an error message of one sentence.
 *
 * @module
 */
import { Result } from "effect";

/** A parsed body, or the error message. */
export type Read<T> = Result.Result<T, string>;

/**
 * Reads a JSON object with unknown contents into a map: external names are never used as
 * properties.
 */
export function readObject(body: unknown, known: ReadonlyArray<string>): Read<Fields> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return Result.fail("Send a JSON object");
  }
  const fields: Fields = new Map(Object.entries(body));
  const unknownKey = [...fields.keys()].find((key) => !known.includes(key));
  return unknownKey === undefined
    ? Result.succeed(fields)
    : Result.fail(`Unknown key "${unknownKey}": use ${known.join(", ")}`);
}

/** The fields of an object by name. */
export type Fields = ReadonlyMap<string, unknown>;

/** Reads non-empty text. */
export function readText(fields: Fields, name: string): Read<string> {
  const value = fields.get(name);
  return typeof value === "string" && value !== ""
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be text`);
}

/** Reads a number within inclusive limits, or returns the fallback if it is missing. */
export function readNumber<T>(
  fields: Fields,
  name: string,
  options: {
    readonly min: number;
    readonly max: number;
    readonly isWhole?: boolean;
    readonly fallback: T;
  },
): Read<number | T> {
  const value = fields.get(name);
  if (value === undefined) return Result.succeed(options.fallback);
  const isRight = typeof value === "number" && value >= options.min && value <= options.max &&
    (options.isWhole !== true || Number.isInteger(value));
  const kind = options.isWhole === true ? "a whole number" : "a number";
  return isRight
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be ${kind} from ${options.min} to ${options.max}`);
}

/** Reads a list. */
export function readList(fields: Fields, name: string): Read<ReadonlyArray<unknown>> {
  const value = fields.get(name);
  return Array.isArray(value) ? Result.succeed(value) : Result.fail(`"${name}" must be a list`);
}

/** Reads every item; the error names the wrong one. */
export function readEach<T>(
  items: ReadonlyArray<unknown>,
  name: string,
  read: (item: unknown) => Read<T>,
): Read<ReadonlyArray<T>> {
  const found: T[] = [];
  for (const [i, item] of items.entries()) {
    const result = read(item);
    if (Result.isFailure(result)) return Result.fail(`${name}[${i}]: ${result.failure}`);
    found.push(result.success);
  }
  return Result.succeed(found);
}
