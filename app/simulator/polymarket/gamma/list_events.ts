/**
 * The three lists of events.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type Catalog } from "./catalog.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { countGameRows } from "./game_rows.ts";
import { NO_WORLD, readFilters } from "./list_filter.ts";
import { readOrder } from "./list_order.ts";
import {
  countWorldRows,
  type EventRow,
  type RowQuery,
  stagedRow,
  stagedRowsOf,
  walkRows,
} from "./list_rows.ts";
import { readKeysetLimit, readPageSize } from "./page_size.ts";
import { type Parsed, readMany } from "./query_reader.ts";
import { listingFigures } from "./trading_figures.ts";

const KEYSET_LIMIT_MAX = 500;

/** Used by `/events?slug=` and `/events?id=`. */
const DEPRECATION = {
  deprecation: "true",
  warning: '299 - "use /events/keyset"',
  sunset: "Fri, 01 May 2026 00:00:00 GMT",
};

/** Answers `GET /events`: a bare list. */
export function listEvents(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const { limit, offset } = yield* readPageSize(query);
    const list = yield* readList(catalog, query);
    const body = [...list.rows().drop(offset).take(limit)].map(({ object }) => object());
    return { status: 200, body, ...(list.isNamed ? { headers: DEPRECATION } : {}) };
  });
}

/** Answers `GET /events/pagination`: a page with the total number of results. */
export function listEventPages(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const { limit, offset } = yield* readPageSize(query);
    const list = yield* readList(catalog, query);
    const data = [...list.rows().drop(offset).take(limit)].map(({ object }) => object());
    const totalResults = list.count();
    const pagination = { hasMore: offset + limit < totalResults, totalResults };
    return { status: 200, body: { data, pagination } };
  });
}

/** Answers `GET /events/keyset`: a page and the next cursor, which is missing on the last page. */
export function listEventsByKey(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    const limit = yield* readKeysetLimit(query, KEYSET_LIMIT_MAX);
    const cursor = yield* readCursor(query);
    const list = yield* readList(catalog, query);
    const found = [
      ...list.rows(cursor)
        .filter(({ id, key }) => id !== cursor?.id || key !== cursor.key)
        .take(limit + 1),
    ];
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const isLast = found.length <= limit || last === undefined;
    const next = isLast ? {} : { next_cursor: writeCursor({ ...last, marketIndex: 0 }) };
    return { status: 200, body: { events: page.map(({ object }) => object()), ...next } };
  });
}

interface EventList {
  /** Whether rows were requested by slug or id. */
  readonly isNamed: boolean;
  readonly rows: (from?: RowQuery["from"]) => Generator<EventRow>;
  readonly count: () => number;
}

function readList(catalog: Catalog, query: URLSearchParams): Parsed<EventList> {
  return Result.gen(function* () {
    const { venue, nowSec } = catalog;
    const ids = yield* readMany(query, "id", /^\d{1,15}$/);
    const slugs = yield* readMany(query, "slug", /^[\w.-]{1,255}$/);
    const filters = yield* readFilters(query, {
      kind: "events",
      nowSec,
      figuresOf: (listing, name) => listingFigures(venue, listing, nowSec)[name],
    });
    const order = yield* readOrder(query, catalog);
    const rowQuery = { filters, order };
    if (ids.length + slugs.length > 0) {
      const found = [
        ...ids.map((id) => catalog.event("id", id)),
        ...slugs.map((slug) => catalog.event("slug", slug)),
      ].filter((event) => event !== undefined);
      const passing = new Map(found.map((event) => [event["id"], event])).values()
        .filter((event) => filters.every((filter) => filter.object(event)))
        .map((event) => stagedRow(event, order)).toArray();
      const none = { ...rowQuery, filters: [NO_WORLD] };
      return {
        isNamed: true,
        rows: (from) => walkRows(catalog, { ...none, from }, passing),
        count: () => passing.length,
      };
    }
    const stagedRows = stagedRowsOf(catalog, rowQuery);
    return {
      isNamed: false,
      rows: (from) => walkRows(catalog, { ...rowQuery, from }, stagedRows),
      count: () =>
        countWorldRows(catalog, rowQuery) + countGameRows(catalog, rowQuery) + stagedRows.length,
    };
  });
}
