/**
 * Parses the JSON bodies of control calls, with an error message of one sentence.
 *
 * @module
 */
import { Result } from "effect";
import { type Fields, fieldsOf, isJsonObject, type JsonObject } from "./json.ts";

/** A parsed body, or the error message. */
export type Read<T> = Result.Result<T, string>;

/** Reads a JSON object. */
export function readObject(value: unknown): Read<JsonObject> {
  return isJsonObject(value) ? Result.succeed(value) : Result.fail("Send a JSON object");
}

/** Reads the fields of a JSON object, which must have no others than the known ones, if given. */
export function readFields(value: unknown, known?: ReadonlyArray<string>): Read<Fields> {
  return Result.flatMap(readObject(value), (object) => {
    const unknownKey = Object.keys(object).find((key) => known?.includes(key) === false);
    return unknownKey === undefined
      ? Result.succeed(fieldsOf(object))
      : Result.fail(`Unknown key "${unknownKey}": use ${known?.join(", ")}`);
  });
}

/** Reads non-empty text. */
export function readText(fields: Fields, name: string): Read<string> {
  const value = fields.get(name);
  return typeof value === "string" && value !== ""
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be text`);
}

/** Reads the name of one of the choices. */
export function readChoice<T>(
  fields: Fields,
  name: string,
  choices: ReadonlyMap<unknown, T>,
): Read<T> {
  const choice = choices.get(fields.get(name));
  return choice === undefined
    ? Result.fail(`"${name}" must be one of ${[...choices.keys()].join(", ")}`)
    : Result.succeed(choice);
}

/** Reads a number within inclusive limits, or returns the fallback, if any, if it is missing. */
export function readNumber<T = never>(
  fields: Fields,
  name: string,
  options: {
    readonly min: number;
    readonly max: number;
    readonly isWhole?: boolean;
    readonly fallback?: T;
  },
): Read<number | T> {
  const value = fields.get(name);
  if (value === undefined && "fallback" in options) return Result.succeed(options.fallback as T);
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
