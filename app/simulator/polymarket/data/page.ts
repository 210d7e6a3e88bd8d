/**
 * The data service's pages: a cursor names the last row that was sent, and what it was sent for.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { parseJson } from "../../kit/json.ts";
import { type Parsed, refuse } from "./query_reader.ts";

const LIMIT = 100;
const LIMIT_MAX = 1_000;

/** A position in an order: a number, the lowest first, and then a text. */
export type RowKey = readonly [rank: number, name: string];

/** What a cursor is bound to, such as the status and the sort. */
export type Bound = ReadonlyArray<string>;

/** Which page is asked for. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor: { readonly bound: Bound; readonly after: RowKey } | undefined;
}

/** Reads `limit` and `cursor`; `offset` is refused. */
export function readPage(query: URLSearchParams): Parsed<PageQuery> {
  return Result.gen(function* () {
    if (query.has("offset")) return yield* refuse("offset", "is not supported: use cursor");
    const text = query.get("limit") ?? String(LIMIT);
    const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Infinity;
    if (limit > LIMIT_MAX) return yield* refuse("limit", `must be from 1 to ${LIMIT_MAX}`);
    const cursor = query.get("cursor");
    return { limit, cursor: cursor === null ? undefined : yield* readCursor(cursor) };
  });
}

/** Returns the page of the rows that are there now, in the order of their keys. */
export function pageOf<T>(
  rows: ReadonlyArray<T>,
  { limit, cursor, bound, keyOf, write }: PageQuery & {
    readonly bound: Bound;
    readonly keyOf: (row: T) => RowKey;
    readonly write: (row: T) => unknown;
  },
): Answer {
  const left = rows.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
    .filter((row) => cursor === undefined || compare(keyOf(row), cursor.after) > 0);
  const shown = left.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = left.length > shown.length;
  return {
    status: 200,
    body: {
      data: shown.map(write),
      pagination: {
        limit,
        offset: 0,
        has_more: hasMore,
        next_cursor: hasMore && last !== undefined ? writeCursor(bound, keyOf(last)) : null,
      },
    },
  };
}

function compare([rank, name]: RowKey, [otherRank, otherName]: RowKey): number {
  return rank - otherRank || (name < otherName ? -1 : Number(name > otherName));
}

function writeCursor(bound: Bound, after: RowKey): string {
  return Buffer.from(JSON.stringify([bound, after])).toString("base64url");
}

function readCursor(text: string): Parsed<PageQuery["cursor"]> {
  const read = parseJson(Buffer.from(text, "base64url").toString());
  const [bound, after] = Array.isArray(read) ? read as [Bound, RowKey] : [];
  return Array.isArray(bound) && Array.isArray(after) && typeof after[0] === "number"
    ? Result.succeed({ bound, after })
    : refuse("cursor", "is invalid");
}
