/**
 * The rows of a list call that are events about games.
 *
 * @module
 */
import { type TimeBound } from "../venue/listing_walk.ts";
import { type Catalog, type EventObject } from "./catalog.ts";
import { type GameListing } from "./game/game_listing.ts";
import { type ListFilter } from "./list_filter.ts";
import { type ListOrder } from "./list_order.ts";

/** An event about a game that may be in a list. */
export interface GameRow {
  readonly key: number;
  /** The event's id. */
  readonly id: number;
  readonly object: () => EventObject;
  /** Whether it passes every filter, for which it may have to be written out. */
  readonly passes: () => boolean;
}

/** Those of the sports that are asked for, in no order. */
export function gameRows(
  catalog: Catalog,
  { filters, order }: { readonly filters: ReadonlyArray<ListFilter>; readonly order: ListOrder },
): ReadonlyArray<GameRow> {
  const listings = catalog.games?.listings(
    (sport) => filters.every((filter) => filter.sport?.(sport) ?? true),
    catalog.nowSec,
  ) ?? [];
  return listings
    .filter((game) => filters.every((filter) => told(filter, game) ?? true))
    .filter((game) => !catalog.isGameHidden(game))
    .map((game) => {
      const object = () => catalog.writeGame(game);
      return {
        key: order.keyOfGame(game),
        id: game.eventNumber,
        object,
        passes: () => filters.every((filter) => told(filter, game) ?? filter.object(object())),
      };
    });
}

/** How many pass every filter. */
export function countGameRows(...asked: Parameters<typeof gameRows>): number {
  return gameRows(...asked).filter(({ passes }) => passes()).length;
}

/** Undefined where the event has to be written out to be told. */
function told({ bound, game: isWanted, sport }: ListFilter, game: GameListing) {
  if (bound !== undefined) return isWithin(game, bound) && (isWanted?.(game) ?? true);
  return isWanted?.(game) ?? (sport === undefined ? undefined : true);
}

function isWithin(
  game: GameListing,
  { time, fromSec = -Infinity, toSec = Infinity }: TimeBound,
): boolean {
  return fromSec <= game[time] && game[time] < toSec;
}
