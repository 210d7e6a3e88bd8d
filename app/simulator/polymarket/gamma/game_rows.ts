/**
 * The rows of list calls that are events about games.
 *
 * @module
 */
import { type TimeBound } from "../venue/listing_walk.ts";
import { type Catalog, type EventObject } from "./catalog.ts";
import { type GameListing } from "./game/game_listing.ts";
import { type ListFilter } from "./list_filter.ts";
import { type ListOrder } from "./list_order.ts";

/** A candidate event about a game. */
export interface GameRow {
  readonly key: number;
  /** The event's id. */
  readonly id: number;
  readonly object: () => EventObject;
  /** Returns whether it passes every filter, which may require its JSON. */
  readonly passes: () => boolean;
}

/** Returns the rows of the requested sports, unordered. */
export function gameRows(
  catalog: Catalog,
  { filters, order }: { readonly filters: ReadonlyArray<ListFilter>; readonly order: ListOrder },
): ReadonlyArray<GameRow> {
  const listings = catalog.games?.listings(
    (sport) => filters.every((filter) => filter.sport?.(sport) ?? true),
    catalog.nowSec,
  ) ?? [];
  return listings
    .filter((game) => filters.every((filter) => quickMatch(filter, game) ?? true))
    .filter((game) => !catalog.isGameHidden(game))
    .map((game) => {
      const object = () => catalog.writeGame(game);
      return {
        key: order.keyOfGame(game),
        id: game.eventNumber,
        object,
        passes: () =>
          filters.every((filter) => quickMatch(filter, game) ?? filter.object(object())),
      };
    });
}

/** Returns the number that pass every filter. */
export function countGameRows(...asked: Parameters<typeof gameRows>): number {
  return gameRows(...asked).filter(({ passes }) => passes()).length;
}

/** Returns undefined if the decision requires the event's JSON. */
function quickMatch({ bound, game: isWanted, sport }: ListFilter, game: GameListing) {
  if (bound !== undefined) return isWithin(game, bound) && (isWanted?.(game) ?? true);
  return isWanted?.(game) ?? (sport === undefined ? undefined : true);
}

function isWithin(
  game: GameListing,
  { time, fromSec = -Infinity, toSec = Infinity }: TimeBound,
): boolean {
  return fromSec <= game[time] && game[time] < toSec;
}
