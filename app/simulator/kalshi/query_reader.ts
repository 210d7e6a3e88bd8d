/**
 * Reads query parameters as Kalshi does. Unknown names are ignored.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { BAD_REQUEST } from "./failure.ts";

/** A value, or the answer that refuses the request. */
export type Parsed<T> = Result.Result<T, Answer>;

const REFUSED: Parsed<never> = Result.fail(BAD_REQUEST);

/** The limits of a page's size. */
export interface LimitRule {
  readonly max: number;
  readonly fallback: number;
}

/** Reads the page size, at least 1. */
export function readLimit(
  query: URLSearchParams,
  name: string,
  { max, fallback }: LimitRule,
): Parsed<number> {
  const text = query.get(name);
  if (text === null) return Result.succeed(fallback);
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= max ? Result.succeed(limit) : REFUSED;
}

/** Reads `true` or `false`; false if missing. */
export function readFlag(query: URLSearchParams, name: string): Parsed<boolean> {
  const text = query.get(name) ?? "false";
  return text === "true" || text === "false" ? Result.succeed(text === "true") : REFUSED;
}

/** Reads unix seconds. */
export function readSec(query: URLSearchParams, name: string): Parsed<number | undefined> {
  const text = query.get(name);
  if (text === null || text === "") return Result.succeed(undefined);
  return /^\d{1,12}$/.test(text) ? Result.succeed(Number(text)) : REFUSED;
}

/** Reads one of the allowed values; undefined if missing or empty. */
export function readChoice<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: ReadonlyArray<T>,
): Parsed<T | undefined> {
  const text = query.get(name) ?? "";
  if (text === "") return Result.succeed(undefined);
  const choice = choices.find((known) => known === text);
  return choice === undefined ? REFUSED : Result.succeed(choice);
}

/** Reads text; undefined if missing or empty. */
export function readText(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) || undefined;
}
