/**
 * The windows that a market's page knows, newest first and without holes.
 *
 * @module
 */
import type { LiveWindow } from "../../client/typescript/mod.ts";
import type { HistoryWindow } from "./history_answer.ts";

/** Windows, newest first. Each starts where the one after it in the list ends. */
export type WindowList = ReadonlyArray<HistoryWindow>;

/**
 * Returns the list with a page of the history: its windows replace those that were known. Keeps
 * `count` at most. What does not join the page is forgotten if it is older: a list has no holes.
 */
export function withPage(known: WindowList, page: WindowList, count: number): WindowList {
  if (page.length === 0) return known;
  const sorted = [...page].sort((a, b) => b.timestamp_start - a.timestamp_start);
  const newestSec = sorted[0]?.timestamp_start ?? Infinity;
  const oldestSec = sorted.at(-1)?.timestamp_start ?? -Infinity;
  const newer = known.filter(({ timestamp_start }) => timestamp_start > newestSec);
  const older = known.filter(({ timestamp_start }) => timestamp_start < oldestSec);
  const last = newer.at(-1);
  return [
    ...(last === undefined || joins(last, sorted[0]) ? newer : []),
    ...sorted,
    ...(joins(sorted.at(-1), older[0]) ? older : []),
  ].slice(0, count);
}

/**
 * Returns the list with what the stream says of a window: that it has opened, if it is the next, or
 * else what is now known of its target and of how it ended.
 */
export function withWindow(known: WindowList, news: LiveWindow): WindowList {
  const { start, end, slug, url, target, close, result } = news;
  const { price, source, state } = target;
  if (price === null || source === null) return known;
  const window: HistoryWindow = {
    timestamp_start: start,
    timestamp_end: end - 1,
    slug,
    url,
    source,
    price,
    ...(state === "provisional" ? { provisional: true } : {}),
    ...(close && {
      outcomeMeta: { closePrice: close.price, outcome: result, final: result !== null },
    }),
  };
  if (known[0] !== undefined && joins(window, known[0])) return [window, ...known];
  return known.map((one) => {
    if (one.timestamp_start !== start) return one;
    const { provisional: _, error: __, ...rest } = one;
    return { ...rest, ...window };
  });
}

/** Returns the last `count` windows that have ended, oldest first. */
export function lastEnded(
  list: WindowList,
  { nowSec, count }: { readonly nowSec: number; readonly count: number },
): WindowList {
  return list.filter(({ timestamp_end }) => timestamp_end < nowSec).slice(0, count).toReversed();
}

function joins(newer: HistoryWindow | undefined, older: HistoryWindow | undefined): boolean {
  return newer !== undefined && older !== undefined &&
    older.timestamp_end + 1 === newer.timestamp_start;
}
