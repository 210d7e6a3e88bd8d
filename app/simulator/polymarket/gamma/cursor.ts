/**
 * The opaque cursors of keyset lists, which mark the start of the next page.
 *
 * @module
 */
import { Result } from "effect";
import { parseJson } from "../../kit/json.ts";
import { invalid } from "./failure.ts";
import { type RowPosition } from "./list_rows.ts";
import { type Parsed } from "./query_reader.ts";

/** The last item of a page: a row, and the number of its market. */
export interface Cursor extends RowPosition {
  readonly marketIndex: number;
}

/** Returns the cursor as text. */
export function writeCursor({ key, id, marketIndex }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id, marketIndex])).toString("base64url");
}

/** Reads `after_cursor`; undefined if it was not sent. */
export function readCursor(query: URLSearchParams): Parsed<Cursor | undefined> {
  const text = query.get("after_cursor") ?? "";
  if (text === "") return Result.succeed(undefined);
  const list = parseJson(Buffer.from(text, "base64url").toString());
  const areNumbers = Array.isArray(list) && list.every(Number.isFinite);
  const [key, id, marketIndex]: ReadonlyArray<number> = areNumbers ? list : [];
  return key === undefined || id === undefined || marketIndex === undefined
    ? Result.fail(invalid("after_cursor is invalid"))
    : Result.succeed({ key, id, marketIndex });
}
