/**
 * Cursor pagination of a list.
 *
 * @module
 */
import { Result } from "effect";
import { BAD_REQUEST } from "./failure.ts";
import { type Parsed } from "./query_reader.ts";

/** A row with its sort key. */
export interface KeyedRow {
  readonly key: string;
}

/** A page, and the cursor of the next one; empty on the last page. */
export interface Page<Row> {
  readonly rows: ReadonlyArray<Row>;
  readonly cursor: string;
}

/**
 * Returns the rows after the cursor's, ordered by key: a list that changes meanwhile neither
 * repeats a row nor skips one that stays.
 */
export function pageOf<Row extends KeyedRow>(
  rows: ReadonlyArray<Row>,
  { limit, query }: { readonly limit: number; readonly query: URLSearchParams },
): Parsed<Page<Row>> {
  const sorted = rows.toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return Result.map(readCursor(query), (after) => {
    const from = after === undefined ? 0 : sorted.filter(({ key }) => key <= after).length;
    const page = sorted.slice(from, from + limit);
    const last = page.at(-1);
    const isLast = last === undefined || from + limit >= sorted.length;
    return { rows: page, cursor: isLast ? "" : writeCursor(last.key) };
  });
}

const MARK = "after:";

/** Returns the cursor of the page after a key. */
export function writeCursor(key: string): string {
  return Buffer.from(MARK + key).toString("base64url");
}

/** Reads the key after which a page begins; undefined for the first page. */
export function readCursor(query: URLSearchParams): Parsed<string | undefined> {
  const text = query.get("cursor") ?? "";
  if (text === "") return Result.succeed(undefined);
  const plain = Buffer.from(text, "base64url").toString();
  return plain.startsWith(MARK)
    ? Result.succeed(plain.slice(MARK.length))
    : Result.fail(BAD_REQUEST);
}
