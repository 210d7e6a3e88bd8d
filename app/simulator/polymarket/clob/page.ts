/**
 * The venue's pages of a list: a cursor is the offset's digits in base64.
 *
 * @module
 */

/** A page with the venue's field names. */
export interface Page {
  readonly limit: number;
  readonly count: number;
  readonly next_cursor: string;
  readonly data: ReadonlyArray<unknown>;
}

const LIMIT = 100;
/** The cursor after the last page: "-1". */
const END_CURSOR = "LTE=";

/** Returns the page at a cursor, or the first one without it; undefined for an invalid cursor. */
export function pageAt<T>(
  items: ReadonlyArray<T>,
  { cursor, write }: { readonly cursor: string | null; readonly write: (item: T) => unknown },
): Page | undefined {
  const offset = cursor === null || cursor === "" ? 0 : readCursor(cursor);
  if (offset === undefined) return undefined;
  const shown = items.slice(offset, offset + LIMIT);
  const isLast = offset + LIMIT >= items.length;
  return {
    limit: LIMIT,
    count: shown.length,
    next_cursor: isLast ? END_CURSOR : btoa(String(offset + LIMIT)),
    data: shown.map(write),
  };
}

function readCursor(cursor: string): number | undefined {
  // Past the end, a list is empty.
  if (cursor === END_CURSOR) return Number.MAX_SAFE_INTEGER - LIMIT;
  const text = Buffer.from(cursor, "base64").toString();
  return /^(0|[1-9]\d{0,9})$/.test(text) && btoa(text) === cursor ? Number(text) : undefined;
}
