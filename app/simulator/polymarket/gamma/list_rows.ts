/**
 * The rows of a list call: events of the world and staged events, in one order.
 *
 * @module
 */
import { type Listing } from "../venue/listing.ts";
import {
  countListings,
  isSelected,
  type ListingSelection,
  type TimeBound,
  walkListings,
} from "../venue/listing_walk.ts";
import { type Catalog, type EventObject, stagedEventObject } from "./catalog.ts";
import { type GameRow, gameRows } from "./game_rows.ts";
import { type ListFilter } from "./list_filter.ts";
import { type ListOrder } from "./list_order.ts";

/** A row's position in its list. */
export interface RowPosition {
  readonly key: number;
  /** The event's id. */
  readonly id: number;
}

/** An event in a list. Its JSON is built only when it is reached. */
export interface EventRow extends RowPosition {
  readonly object: () => EventObject;
}

/** The filter, the order, and the start of the rows. */
export interface RowQuery {
  readonly filters: ReadonlyArray<ListFilter>;
  readonly order: ListOrder;
  /** Rows before this position are skipped. */
  readonly from?: RowPosition | undefined;
}

/**
 * Listings that one request examines at most: filters on figures only find matches among these, and
 * orders by figures sort the latest of them. The real service reads an index instead.
 */
const EXAMINED_MAX = 20_000;
const SORTED_MAX = 5_000;

/** Returns the world's part of a query, as far as it is arithmetic. */
function selectionOf(
  catalog: Catalog,
  { filters, order, from }: RowQuery,
): ListingSelection {
  const bounds = filters.flatMap(({ bound }) => bound === undefined ? [] : [bound]);
  return {
    tracks: [...catalog.venue.tracks.values()].filter((track) =>
      filters.every((filter) => filter.track?.(track) ?? true)
    ),
    bounds: [...bounds, ...boundsFrom(order, from)],
    nowSec: catalog.nowSec,
  };
}

/**
 * Yields the rows of the world, of games, and of staged events. The caller has already filtered
 * `stagedRows`, those of staged events.
 */
export function* walkRows(
  catalog: Catalog,
  query: RowQuery,
  stagedRows: ReadonlyArray<EventRow>,
): Generator<EventRow> {
  const { order, from } = query;
  const step = order.isDescending ? -1 : 1;
  const compare = (a: RowPosition, b: RowPosition) => (a.key - b.key || a.id - b.id) * step;
  const isReached = (row: RowPosition) => from === undefined || compare(row, from) >= 0;
  const waiting: ReadonlyArray<MaybeRow> = [...stagedRows, ...gameRows(catalog, query)]
    .filter(isReached).sort(compare);
  let next = 0;
  for (const row of worldRows(catalog, query)) {
    if (!isReached(row)) continue;
    for (; next < waiting.length; next++) {
      const other = waiting[next];
      if (other === undefined || compare(other, row) > 0) break;
      if (other.passes?.() ?? true) yield other;
    }
    yield row;
  }
  for (const other of waiting.slice(next)) {
    if (other.passes?.() ?? true) yield other;
  }
}

/** Custom rows already match; a game's row may require its JSON to decide. */
type MaybeRow = EventRow & Partial<GameRow>;

/** Returns the row of a staged event. */
export function stagedRow(event: EventObject, order: ListOrder): EventRow {
  return {
    key: order.keyOfObject(event),
    id: Number(event["id"]),
    object: () => event,
  };
}

/** Returns the rows of every staged event that passes the filters. */
export function stagedRowsOf(
  catalog: Catalog,
  { filters, order }: RowQuery,
): ReadonlyArray<EventRow> {
  return catalog.staged.all(catalog.nowSec)
    .map(stagedEventObject)
    .filter((event) => filters.every((filter) => filter.object(event)))
    .map((event) => stagedRow(event, order));
}

/** Counts the world's rows, arithmetically unless figures are involved. */
export function countWorldRows(catalog: Catalog, query: RowQuery): number {
  const { venue, staged, nowSec } = catalog;
  if (query.filters.some(({ listing }) => listing !== undefined)) {
    return [...worldRows(catalog, query)].length;
  }
  const selection = selectionOf(catalog, query);
  const hidden = staged.all(nowSec).flatMap(({ id, slug }) => [
    venue.eventById(id, nowSec),
    venue.eventBySlug(slug, nowSec),
  ]).filter((listing) => listing !== undefined && isSelected(selection, listing));
  return countListings(selection) - new Set(hidden.map((listing) => listing?.eventNumber)).size;
}

function* worldRows(catalog: Catalog, query: RowQuery): Generator<EventRow> {
  const { order, filters } = query;
  const selection = selectionOf(catalog, query);
  const toRow = (listing: Listing): EventRow => ({
    key: order.keyOf(listing),
    id: listing.eventNumber,
    object: () => catalog.write(listing),
  });
  const passes = (listing: Listing) =>
    !catalog.isHidden(listing) && filters.every((filter) => filter.listing?.(listing) ?? true);
  if (order.time === undefined) {
    const latest = walkListings(selection, {
      keyOf: ({ startSec }) => startSec,
      isDescending: true,
    });
    const step = order.isDescending ? -1 : 1;
    yield* [...latest.take(SORTED_MAX)].filter(passes).map(toRow)
      .sort((a, b) => (a.key - b.key || a.id - b.id) * step);
    return;
  }
  for (const listing of walkListings(selection, order).take(EXAMINED_MAX)) {
    if (passes(listing)) yield toRow(listing);
  }
}

/** Skips the rows before a position arithmetically if the order follows time. */
function boundsFrom(
  { time, isDescending }: ListOrder,
  from?: RowPosition,
): ReadonlyArray<TimeBound> {
  if (time === undefined || from === undefined) return [];
  const sec = time.secOf(from.key);
  return [{ time: time.name, ...(isDescending ? { toSec: sec + 1 } : { fromSec: sec }) }];
}
