/**
 * Reads the JSON bodies of control calls; what is wrong is said in one sentence.
 *
 * @module
 */
import { Result } from "effect";

/** A body that was understood, or the sentence that says why it was not. */
export type Read<T> = Result.Result<T, string>;

/** A JSON object with unknown contents, as a map: outside names are not properties. */
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

/** Text that is not empty. */
export function readText(fields: Fields, name: string): Read<string> {
  const value = fields.get(name);
  return typeof value === "string" && value !== ""
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be text`);
}

/** A number within limits, both included, or the fallback when it is not there. */
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

/** A list. */
export function readList(fields: Fields, name: string): Read<ReadonlyArray<unknown>> {
  const value = fields.get(name);
  return Array.isArray(value) ? Result.succeed(value) : Result.fail(`"${name}" must be a list`);
}

/** Reads every item, and says which one was wrong. */
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
