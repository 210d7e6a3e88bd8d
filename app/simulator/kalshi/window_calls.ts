/**
 * Kalshi's lists of windows: those that are recent, and those that have gone to the archive.
 *
 * @module
 */
import { Result } from "effect";
import { DAY_SEC, toIsoSeconds } from "../../../core/time/mod.ts";
import { BAD_REQUEST } from "./failure.ts";
import {
  DETERMINED_SEC,
  type ListedWindow,
  statusOf,
  type WindowBook,
  type WindowStatus,
} from "./listed_window.ts";
import { type Parsed, readChoice, readLimit, readSec, readText } from "./query_reader.ts";
import { byPlace, pageOfWindows, readPlace } from "./window_page.ts";
import { windowRow } from "./window_row.ts";
import { isOfWindows } from "./window_series.ts";
import { windowOfEvent } from "./window_ticker.ts";
import { type WireRow } from "./wire_row.ts";

/** The windows as they are at an instant. */
export interface WindowsNow {
  readonly book: WindowBook;
  readonly nowMs: number;
}

/** The words of the filter mean other words of the rows. */
const STATUSES: Readonly<Record<string, ReadonlyArray<WindowStatus>>> = {
  unopened: ["initialized"],
  open: ["active"],
  paused: [],
  closed: ["closed", "determined", "amended"],
  settled: ["finalized"],
};
const LIMIT = { max: 1_000, fallback: 100 } as const;
/** Names in one list; the limit of the venue's other calls that take such a list. */
const TICKERS_MAX = 100;
/** How long after their settlement markets stay in the list of markets. */
const LIVE_DAYS = 90;
/** Later windows are not made yet. */
const AHEAD_SEC = 25 * 3_600;

/** The close of a window, both ends included. */
interface Span {
  readonly minSec: number;
  readonly maxSec: number;
}

/** Returns whether a list of markets is about windows. */
export function isAboutWindows(query: URLSearchParams): boolean {
  const named = ["series_ticker", "event_ticker", "tickers"]
    .flatMap((name) => readText(query, name)?.split(",") ?? []);
  return named.some(isOfWindows);
}

/** Answers `GET /markets` for windows. */
export function listWindows(now: WindowsNow, query: URLSearchParams): Parsed<WireRow> {
  return Result.gen(function* () {
    const status = yield* readChoice(query, "status", Object.keys(STATUSES));
    const minCloseSec = yield* readSec(query, "min_close_ts");
    const maxCloseSec = yield* readSec(query, "max_close_ts");
    const isTimed = minCloseSec !== undefined || maxCloseSec !== undefined;
    if (isTimed && status !== undefined && status !== "closed") return yield* refused;
    const nowSec = Math.floor(now.nowMs / 1000);
    const isClosed = status === "closed" || status === "settled";
    const isAhead = status === "unopened" || status === "open";
    const span = {
      minSec: Math.max(isAhead ? nowSec : firstLiveSec(now.nowMs), (minCloseSec ?? -1) + 1),
      maxSec: Math.min(isClosed ? nowSec : nowSec + AHEAD_SEC, maxCloseSec ?? Infinity),
    };
    const statuses = status === undefined ? undefined : STATUSES[status];
    return yield* answer(now, query, {
      span,
      isShown: (window) =>
        window.createdMs <= now.nowMs &&
        statuses?.includes(statusOf(window, now.nowMs)) !== false,
    });
  });
}

/** Answers `GET /historical/markets`. */
export function listArchive(now: WindowsNow, query: URLSearchParams): Parsed<WireRow> {
  const span = { minSec: 0, maxSec: firstLiveSec(now.nowMs) - 1 };
  const filters = ["tickers", "series_ticker", "event_ticker"]
    .filter((name) => readText(query, name) !== undefined);
  // Without a filter the real list is that of everything, which nobody reads.
  return filters.length === 1 ? answer(now, query, { span, isShown: () => true }) : refused;
}

/** Answers `GET /historical/cutoff`. */
export function archiveCutoff({ nowMs }: WindowsNow): Parsed<WireRow> {
  const cutoff = toIsoSeconds(cutoffSec(nowMs));
  return Result.succeed({
    market_settled_ts: cutoff,
    trades_created_ts: cutoff,
    orders_updated_ts: cutoff,
  });
}

const refused: Parsed<never> = Result.fail(BAD_REQUEST);

function cutoffSec(nowMs: number): number {
  return Math.floor(nowMs / 1000) - LIVE_DAYS * DAY_SEC;
}

/** Returns the first close whose settlement is not before the cutoff. */
function firstLiveSec(nowMs: number): number {
  return cutoffSec(nowMs) - DETERMINED_SEC;
}

/** Returns one page of the named windows. Rows are built for the page alone. */
function answer(
  { book, nowMs }: WindowsNow,
  query: URLSearchParams,
  { span, isShown }: {
    readonly span: Span;
    readonly isShown: (window: ListedWindow) => boolean;
  },
): Parsed<WireRow> {
  return Result.gen(function* () {
    const limit = yield* readLimit(query, "limit", LIMIT);
    const after = yield* readPlace(query);
    const maxSec = Math.min(span.maxSec, after?.closeSec ?? Infinity);
    const found = yield* findWindows(book, query, { ...span, maxSec });
    const { rows, cursor } = pageOfWindows(shown(found, isShown), { limit, after });
    return { markets: rows.map((window) => windowRow(window, nowMs)), cursor };
  });
}

function* shown(
  windows: Iterable<ListedWindow>,
  isShown: (window: ListedWindow) => boolean,
): Iterable<ListedWindow> {
  for (const window of windows) if (isShown(window)) yield window;
}

/** Finds the windows that a query names, the latest close first. */
function findWindows(
  book: WindowBook,
  query: URLSearchParams,
  span: Span,
): Parsed<Iterable<ListedWindow>> {
  const series = readText(query, "series_ticker");
  const event = readText(query, "event_ticker");
  const tickers = readText(query, "tickers")?.split(",");
  if (tickers !== undefined && tickers.length > TICKERS_MAX) return refused;
  const named = tickers ?? (event === undefined ? undefined : [windowOfEvent(event)]);
  if (named === undefined) return Result.succeed(book.closing(series ?? "", span));
  const isNamed = ({ ticker, closeSec }: ListedWindow) =>
    closeSec >= span.minSec && closeSec <= span.maxSec &&
    (series === undefined || ticker.startsWith(`${series}-`)) &&
    (event === undefined || ticker === windowOfEvent(event));
  const found = [...new Set(named)].flatMap((ticker) => book.named(ticker)).filter(isNamed);
  return Result.succeed(found.toSorted(byPlace));
}
