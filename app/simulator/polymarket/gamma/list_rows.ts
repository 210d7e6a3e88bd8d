/**
 * The rows of the list of events: those of the world, of games, and staged ones, by their ids.
 *
 * @module
 */
import { startSecOfNumber } from "../venue/listing.ts";
import { type TimeBound, walkListings } from "../venue/listing_walk.ts";
import { type Catalog, type EventObject, stagedEventObject } from "./catalog.ts";
import { type GameListing } from "./game/game_listing.ts";
import { type ListFilter } from "./list_filter.ts";

/** An event in a list. Its JSON is built only when it is reached. */
export interface EventRow {
  readonly id: number;
  readonly object: () => EventObject;
}

/** The filters, and the id after which the rows start. */
export interface RowQuery {
  readonly filters: ReadonlyArray<ListFilter>;
  readonly afterId: number | undefined;
}

/** Yields the rows that pass every filter. */
export function* walkRows(catalog: Catalog, query: RowQuery): Generator<EventRow> {
  const { afterId = -1 } = query;
  const waiting = [...stagedRows(catalog, query), ...gameRows(catalog, query)]
    .filter(({ id }) => id > afterId).sort((a, b) => a.id - b.id);
  let next = 0;
  for (const row of worldRows(catalog, query)) {
    if (row.id <= afterId) continue;
    for (; next < waiting.length; next++) {
      const other = waiting[next];
      if (other === undefined || other.id > row.id) break;
      yield other;
    }
    yield row;
  }
  yield* waiting.slice(next);
}

function stagedRows({ staged, nowSec }: Catalog, { filters }: RowQuery): ReadonlyArray<EventRow> {
  return staged.all(nowSec).map(stagedEventObject)
    .filter((event) => filters.every((filter) => filter.object(event)))
    .map((event) => ({ id: Number(event["id"]), object: () => event }));
}

function gameRows(catalog: Catalog, { filters }: RowQuery): ReadonlyArray<EventRow> {
  const listings = catalog.games?.listings(
    (sport) => filters.every((filter) => filter.sport?.(sport) ?? true),
    catalog.nowSec,
  ) ?? [];
  return listings
    .filter((game) =>
      filters.every(({ bound, game: isWanted }) =>
        (bound === undefined || isWithin(game, bound)) && (isWanted?.(game) ?? true)
      )
    )
    .filter((game) => !catalog.isGameHidden(game))
    .map((game) => ({ id: game.eventNumber, object: () => catalog.writeGame(game) }));
}

function isWithin(
  game: GameListing,
  { time, fromSec = -Infinity, toSec = Infinity }: TimeBound,
): boolean {
  return fromSec <= game[time] && game[time] < toSec;
}

function* worldRows(catalog: Catalog, { filters, afterId }: RowQuery): Generator<EventRow> {
  const bounds = filters.flatMap(({ bound }) => bound === undefined ? [] : [bound]);
  // Ids grow with the start of the event, so the rows before are skipped arithmetically.
  const from: ReadonlyArray<TimeBound> = afterId === undefined
    ? []
    : [{ time: "startSec", fromSec: startSecOfNumber(afterId) }];
  const listings = walkListings({
    tracks: [...catalog.venue.tracks.values()].filter((track) =>
      filters.every((filter) => filter.track?.(track) ?? true)
    ),
    bounds: [...bounds, ...from],
    nowSec: catalog.nowSec,
  });
  for (const listing of listings) {
    if (catalog.isHidden(listing)) continue;
    yield { id: listing.eventNumber, object: () => catalog.write(listing) };
  }
}
