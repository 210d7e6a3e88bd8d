/**
 * Reads query parameters as the metadata service does. Unknown names are ignored.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { invalid } from "./failure.ts";

/** A value, or the answer that refuses the request. */
export type Parsed<T> = Result.Result<T, Answer>;

const refuse = (name: string): Parsed<never> => Result.fail(invalid(`${name} is invalid`));

/** Reads one value with `parse`; undefined if the name was not sent. */
function readOne<T>(
  query: URLSearchParams,
  name: string,
  parse: (text: string) => T | undefined,
): Parsed<T | undefined> {
  const text = query.get(name);
  if (text === null) return Result.succeed(undefined);
  const value = parse(text);
  return value === undefined ? refuse(name) : Result.succeed(value);
}

/** Reads a non-negative whole number. */
export function readWhole(query: URLSearchParams, name: string): Parsed<number | undefined> {
  return readOne(query, name, (text) => /^\d{1,9}$/.test(text) ? Number(text) : undefined);
}

/** Reads `true` or `false`. */
export function readFlag(query: URLSearchParams, name: string): Parsed<boolean | undefined> {
  return readOne(
    query,
    name,
    (text) => text === "true" ? true : text === "false" ? false : undefined,
  );
}

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+ -]\d{2}:\d{2}))?$/;

/** Reads RFC 3339, or a date alone, as unix seconds; restores a `+` that became a space. */
export function readDate(query: URLSearchParams, name: string): Parsed<number | undefined> {
  return readOne(query, name, (text) => {
    const ms = DATE.test(text) ? Date.parse(text.replace(" ", "+")) : NaN;
    return Number.isNaN(ms) ? undefined : ms / 1000;
  });
}

/** Reads every value of a repeatable name: `id=1&id=2` or `id[]=1`. */
export function readMany(
  query: URLSearchParams,
  name: string,
  shape: RegExp,
): Parsed<ReadonlyArray<string>> {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)];
  return values.every((value) => shape.test(value)) ? Result.succeed(values) : refuse(name);
}
