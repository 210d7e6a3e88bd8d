/**
 * Kalshi's lists of events and of markets.
 *
 * @module
 */
import { Result } from "effect";
import { type EventEntry, type Listing } from "./listing.ts";
import { pageOf } from "./page.ts";
import { type Parsed, readChoice, readFlag, readLimit, readSec, readText } from "./query_reader.ts";
import { type WireRow } from "./wire_row.ts";

const STATUSES = ["unopened", "open", "closed", "settled"] as const;
const EVENT_LIMIT = { max: 200, fallback: 200 } as const;
const MARKET_LIMIT = { max: 1_000, fallback: 100 } as const;

/** Answers `GET /events`. */
export function listEvents(listing: Listing, query: URLSearchParams): Parsed<WireRow> {
  return Result.gen(function* () {
    const limit = yield* readLimit(query, "limit", EVENT_LIMIT);
    const isNested = yield* readFlag(query, "with_nested_markets");
    const hasMilestones = yield* readFlag(query, "with_milestones");
    const found = yield* findEvents(listing, query);
    const { rows, cursor } = yield* pageOf(found, { limit, query });
    const events = rows.map((entry) => eventRow(entry, isNested));
    if (!hasMilestones) return { events, cursor };
    const tickers = new Set(rows.map(({ key }) => key));
    const milestones = listing.milestones(readText(query, "series_ticker"))
      .filter((milestone) => !milestone.tickers.isDisjointFrom(tickers))
      .map((milestone) => milestone.row());
    return { events, milestones, cursor };
  });
}

/** Answers `GET /markets`. */
export function listMarkets(listing: Listing, query: URLSearchParams): Parsed<WireRow> {
  return Result.gen(function* () {
    const limit = yield* readLimit(query, "limit", MARKET_LIMIT);
    const maxCloseSec = (yield* readSec(query, "max_close_ts")) ?? Infinity;
    const tickers = readText(query, "tickers")?.split(",");
    const events = (yield* findEvents(listing, query))
      .filter(({ closeSec = -Infinity }) => closeSec <= maxCloseSec);
    const found = events.flatMap((entry) => entry.markets())
      .map((row) => ({ key: String(row["ticker"]), row }))
      .filter(({ key }) => tickers === undefined || tickers.includes(key));
    const { rows, cursor } = yield* pageOf(found, { limit, query });
    return { markets: rows.map(({ row }) => row), cursor };
  });
}

/** The filters that events and markets share. */
function findEvents(
  listing: Listing,
  query: URLSearchParams,
): Parsed<ReadonlyArray<EventEntry>> {
  return Result.gen(function* () {
    const status = yield* readChoice(query, "status", STATUSES);
    const minCloseSec = (yield* readSec(query, "min_close_ts")) ?? -Infinity;
    return listing.events(readText(query, "series_ticker"))
      .filter((entry) => status === undefined || entry.status === status)
      .filter(({ closeSec = Infinity }) => closeSec > minCloseSec);
  });
}

function eventRow(entry: EventEntry, isNested: boolean): WireRow {
  const markets = isNested ? entry.nestedMarkets() : undefined;
  return markets === undefined ? entry.row() : { ...entry.row(), markets };
}
