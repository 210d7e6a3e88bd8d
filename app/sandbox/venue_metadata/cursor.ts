/**
 * The cursors of keyset lists: where the next page begins, closed to the eyes of clients.
 *
 * @module
 */
import { Result } from "effect";
import { invalid } from "./failure.ts";
import { type RowPlace } from "./list_rows.ts";
import { type Parsed } from "./query_reader.ts";

/** The last thing of a page: a row, and the number of the market in it. */
export interface Cursor extends RowPlace {
  readonly marketIndex: number;
}

/** The cursor as text. */
export function writeCursor({ key, id, marketIndex }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id, marketIndex])).toString("base64url");
}

/** Reads `after_cursor`; undefined when none was sent. */
export function readCursor(query: URLSearchParams): Parsed<Cursor | undefined> {
  const text = query.get("after_cursor") ?? "";
  if (text === "") return Result.succeed(undefined);
  const numbers = parseNumbers(Buffer.from(text, "base64url").toString());
  const [key, id, marketIndex] = numbers;
  return key === undefined || id === undefined || marketIndex === undefined
    ? Result.fail(invalid("after_cursor is invalid"))
    : Result.succeed({ key, id, marketIndex });
}

function parseNumbers(text: string): ReadonlyArray<number> {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => Number.isFinite(item)) ? list : [];
  } catch {
    return [];
  }
}
