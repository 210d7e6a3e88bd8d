/**
 * The rows of a list call: events of the world and events that were put, in one order.
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
import { type Catalog, type EventObject, putEventObject } from "./catalog.ts";
import { type GameRow, gameRows } from "./game_rows.ts";
import { type ListFilter } from "./list_filter.ts";
import { type ListOrder } from "./list_order.ts";

/** Where a row stands in its list. */
export interface RowPlace {
  readonly key: number;
  /** The event's id. */
  readonly id: number;
}

/** An event in a list. It is written out only when it is reached. */
export interface EventRow extends RowPlace {
  readonly object: () => EventObject;
}

/** Which rows, in which order, and from where on. */
export interface RowQuery {
  readonly filters: ReadonlyArray<ListFilter>;
  readonly order: ListOrder;
  /** Rows before this place are left out. */
  readonly from?: RowPlace | undefined;
}

/**
 * How many listings one request looks at: filters over figures find what they find among these,
 * and orders by figures are of the latest of them. The real service reads an index instead.
 */
const LOOKED_AT_MAX = 20_000;
const SORTED_MAX = 5_000;

/** The world's part of a query, as far as arithmetic tells it. */
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
 * The rows, drawn one by one: of the world, of games, and of what was put. `putRows` are those of
 * put events, which the caller has filtered.
 */
export function* walkRows(
  catalog: Catalog,
  query: RowQuery,
  putRows: ReadonlyArray<EventRow>,
): Generator<EventRow> {
  const { order, from } = query;
  const step = order.isDescending ? -1 : 1;
  const compare = (a: RowPlace, b: RowPlace) => (a.key - b.key || a.id - b.id) * step;
  const isReached = (row: RowPlace) => from === undefined || compare(row, from) >= 0;
  const waiting: ReadonlyArray<MaybeRow> = [...putRows, ...gameRows(catalog, query)]
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

/** What was put is in the list; what is a game's may have to be written out to be told. */
type MaybeRow = EventRow & Partial<GameRow>;

/** A row of an event that was put. */
export function putRow(event: EventObject, order: ListOrder): EventRow {
  return {
    key: order.keyOfObject(event),
    id: Number(event["id"]),
    object: () => event,
  };
}

/** The rows of every event that was put and passes the filters. */
export function putRowsOf(catalog: Catalog, { filters, order }: RowQuery): ReadonlyArray<EventRow> {
  return catalog.put.all(catalog.nowSec)
    .map(putEventObject)
    .filter((event) => filters.every((filter) => filter.object(event)))
    .map((event) => putRow(event, order));
}

/** How many rows of the world there are. By arithmetic, unless figures are asked about. */
export function countWorldRows(catalog: Catalog, query: RowQuery): number {
  const { venue, put, nowSec } = catalog;
  if (query.filters.some(({ listing }) => listing !== undefined)) {
    return [...worldRows(catalog, query)].length;
  }
  const selection = selectionOf(catalog, query);
  const hidden = put.all(nowSec).flatMap(({ id, slug }) => [
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
  for (const listing of walkListings(selection, order).take(LOOKED_AT_MAX)) {
    if (passes(listing)) yield toRow(listing);
  }
}

/** What lies before a place is skipped by arithmetic where the order follows time. */
function boundsFrom({ time, isDescending }: ListOrder, from?: RowPlace): ReadonlyArray<TimeBound> {
  if (time === undefined || from === undefined) return [];
  const sec = time.secOf(from.key);
  return [{ time: time.name, ...(isDescending ? { toSec: sec + 1 } : { fromSec: sec }) }];
}
