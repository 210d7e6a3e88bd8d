/**
 * How much of a list is asked for.
 *
 * @module
 */
import { Result } from "effect";
import { invalid } from "./failure.ts";
import { type Parsed, readWhole } from "./query_reader.ts";

/** A stretch of a list. */
export interface PageSize {
  readonly limit: number;
  readonly offset: number;
}

const LIMIT_DEFAULT = 20;
/** More is silently cut to this. */
const LIMIT_MAX = 100;
/** `offset + limit` stays below. Its refusal's text was not seen. */
const REACH_MAX = 3_000;

/** Of the older lists: `limit` and `offset`. */
export function readPageSize(query: URLSearchParams): Parsed<PageSize> {
  return Result.gen(function* () {
    const limit = Math.min((yield* readWhole(query, "limit")) ?? LIMIT_DEFAULT, LIMIT_MAX);
    const offset = (yield* readWhole(query, "offset")) ?? 0;
    return offset + limit < REACH_MAX
      ? { limit, offset }
      : yield* Result.fail(invalid(`offset + limit must be less than ${REACH_MAX}`));
  });
}

/** Of the keyset lists: `limit` alone. */
export function readKeysetLimit(query: URLSearchParams, max: number): Parsed<number> {
  return Result.gen(function* () {
    if (query.has("offset")) {
      return yield* Result.fail(invalid("offset is not allowed on keyset endpoints"));
    }
    const limit = (yield* readWhole(query, "limit")) ?? LIMIT_DEFAULT;
    return limit > 0 ? Math.min(limit, max) : yield* Result.fail(invalid("limit is invalid"));
  });
}
