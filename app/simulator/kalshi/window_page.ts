/**
 * Pages of windows, the latest close first.
 *
 * @module
 */
import { Result } from "effect";
import { BAD_REQUEST } from "./failure.ts";
import { type ListedWindow } from "./listed_window.ts";
import { type Page, readCursor, writeCursor } from "./page.ts";
import { type Parsed } from "./query_reader.ts";

/** The last window of a page. */
export interface WindowPlace {
  readonly closeSec: number;
  readonly ticker: string;
}

/** Reads the place after which a page begins; undefined for the first page. */
export function readPlace(query: URLSearchParams): Parsed<WindowPlace | undefined> {
  return Result.flatMap(readCursor(query), (key) => {
    if (key === undefined) return Result.succeed(undefined);
    const [, closeSec, ticker] = /^(\d{1,12}) (\S+)$/.exec(key) ?? [];
    return ticker === undefined
      ? Result.fail(BAD_REQUEST)
      : Result.succeed({ closeSec: Number(closeSec), ticker });
  });
}

/** Orders windows, the latest close first. */
export function byPlace(a: WindowPlace, b: WindowPlace): number {
  return b.closeSec - a.closeSec || (a.ticker < b.ticker ? -1 : a.ticker > b.ticker ? 1 : 0);
}

/** Takes one page of ordered windows, and looks no further. */
export function pageOfWindows(
  windows: Iterable<ListedWindow>,
  { limit, after }: { readonly limit: number; readonly after: WindowPlace | undefined },
): Page<ListedWindow> {
  const rows: ListedWindow[] = [];
  for (const window of windows) {
    if (after !== undefined && byPlace(window, after) <= 0) continue;
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) {
      return { rows, cursor: writeCursor(`${last.closeSec} ${last.ticker}`) };
    }
    rows.push(window);
  }
  return { rows, cursor: "" };
}
