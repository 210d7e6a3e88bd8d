/**
 * The requested part of a list.
 *
 * @module
 */
import { Result } from "effect";
import { invalid } from "./failure.ts";
import { type Parsed, readWhole } from "./query_reader.ts";

/** A range of a list. */
export interface PageSize {
  readonly limit: number;
  readonly offset: number;
}

const LIMIT_DEFAULT = 20;
/** Higher limits are silently reduced to this. */
const LIMIT_MAX = 100;
/** `offset + limit` must stay below this. The real refusal's text was not observed. */
const REACH_MAX = 3_000;

/** Reads `limit` and `offset` of the older lists. */
export function readPageSize(query: URLSearchParams): Parsed<PageSize> {
  return Result.gen(function* () {
    const limit = Math.min((yield* readWhole(query, "limit")) ?? LIMIT_DEFAULT, LIMIT_MAX);
    const offset = (yield* readWhole(query, "offset")) ?? 0;
    return offset + limit < REACH_MAX
      ? { limit, offset }
      : yield* Result.fail(invalid(`offset + limit must be less than ${REACH_MAX}`));
  });
}

/** Reads `limit` of the keyset lists. */
export function readKeysetLimit(query: URLSearchParams, max: number): Parsed<number> {
  return Result.gen(function* () {
    if (query.has("offset")) {
      return yield* Result.fail(invalid("offset is not allowed on keyset endpoints"));
    }
    const limit = (yield* readWhole(query, "limit")) ?? LIMIT_DEFAULT;
    return limit > 0 ? Math.min(limit, max) : yield* Result.fail(invalid("limit is invalid"));
  });
}
