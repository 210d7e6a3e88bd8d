/**
 * The two lists of markets.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type Catalog, type MarketInEvent, marketsOf, stagedEventObject } from "./catalog.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { NO_WORLD, readFilters } from "./list_filter.ts";
import { readOrder } from "./list_order.ts";
import { type EventRow, type RowPosition, stagedRow, walkRows } from "./list_rows.ts";
import { marketAnswer } from "./market_answer.ts";
import { type MarketName } from "./market_name.ts";
import { readKeysetLimit, readPageSize } from "./page_size.ts";
import { type Parsed, readFlag, readMany } from "./query_reader.ts";
import { type WireObject } from "./wire_text.ts";
import { listingFigures } from "./trading_figures.ts";

const KEYSET_LIMIT_MAX = 100;

/** Answers `GET /markets`: a bare list. */
export function listMarkets(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const { limit, offset } = yield* readPageSize(query);
    const list = yield* readList(catalog, query);
    const body = [...list().drop(offset).take(limit)].map(({ object }) => object);
    return { status: 200, body };
  });
}

/** Answers `GET /markets/keyset`: a page and the next cursor, which is missing on the last page. */
export function listMarketsByKey(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const limit = yield* readKeysetLimit(query, KEYSET_LIMIT_MAX);
    const cursor = yield* readCursor(query);
    const list = yield* readList(catalog, query);
    const isAfter = (row: MarketRow) =>
      row.id !== cursor?.id || row.key !== cursor.key || row.marketIndex > cursor.marketIndex;
    const found = [...list(cursor).filter(isAfter).take(limit + 1)];
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const isLast = found.length <= limit || last === undefined;
    const next = isLast ? {} : { next_cursor: writeCursor(last) };
    return { status: 200, body: { markets: page.map(({ object }) => object), ...next } };
  });
}

interface MarketRow extends RowPosition {
  readonly marketIndex: number;
  readonly object: WireObject;
}

/** The parameters that name markets. */
const NAMES: ReadonlyArray<readonly [parameter: string, by: MarketName, shape: RegExp]> = [
  ["id", "id", /^\d{1,18}$/],
  ["slug", "slug", /^[\w.-]{1,255}$/],
  ["condition_ids", "conditionId", /^0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?$/],
  ["clob_token_ids", "clobTokenId", /^\d{1,78}$/],
  ["question_ids", "questionID", /^0x[0-9a-fA-F]{64}$/],
];

function readList(
  catalog: Catalog,
  query: URLSearchParams,
): Parsed<(from?: RowPosition) => Generator<MarketRow>> {
  return Result.gen(function* () {
    const { venue, nowSec } = catalog;
    const filters = yield* readFilters(query, {
      kind: "markets",
      nowSec,
      figuresOf: (listing, name) => listingFigures(venue, listing, nowSec)[name],
    });
    const order = yield* readOrder(query, catalog);
    const includesTags = (yield* readFlag(query, "include_tag")) ?? false;
    const named = yield* readNamed(catalog, query);
    const passes = ({ market, event }: MarketInEvent) =>
      (named === undefined || named.some((entry) => entry.market["id"] === market["id"])) &&
      filters.every((filter) => filter.object({ ...event, ...market }));
    // Staged events are filtered by market, and figures are those of a market.
    const ofEvents = filters.map(({ listing: _, ...filter }) => ({
      ...filter,
      object: () => true,
    }));
    const worldFilters = named === undefined ? ofEvents : [NO_WORLD];
    const events = named === undefined
      ? catalog.staged.all(nowSec).map(stagedEventObject)
      : new Map(named.map(({ event }) => [event["id"], event])).values().toArray();
    const rows = events.map((event) => stagedRow(event, order));
    return (from) => {
      const found = walkRows(catalog, { filters: worldFilters, order, from }, rows);
      return marketRows(found, { passes, includesTags });
    };
  });
}

/** Returns the markets requested by name; undefined if no name was given. */
function readNamed(
  catalog: Catalog,
  query: URLSearchParams,
): Parsed<ReadonlyArray<MarketInEvent> | undefined> {
  return Result.gen(function* () {
    const found: MarketInEvent[] = [];
    let isNamed = false;
    for (const [parameter, by, shape] of NAMES) {
      const values = yield* readMany(query, parameter, shape);
      isNamed ||= values.length > 0;
      for (const value of values) {
        const entry = catalog.market(by, value);
        if (entry !== undefined) found.push(entry);
      }
    }
    return isNamed ? found : undefined;
  });
}

function* marketRows(
  events: Iterable<EventRow>,
  { passes, includesTags }: {
    readonly passes: (entry: MarketInEvent) => boolean;
    readonly includesTags: boolean;
  },
): Generator<MarketRow> {
  for (const { key, id, object } of events) {
    const event = object();
    for (const [marketIndex, market] of marketsOf(event).entries()) {
      const entry = { market, event };
      if (!passes(entry)) continue;
      yield { key, id, marketIndex, object: marketAnswer(entry, { includesTags }) };
    }
  }
}
