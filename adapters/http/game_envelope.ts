/**
 * What answers about games have in common: where they are read, and what they say of themselves.
 *
 * @module
 */
import { Effect } from "effect";
import { type GameListing, isAnyRead, type LeagueCode } from "../../core/game/mod.ts";
import { toIso } from "../../core/time/mod.ts";
import { GameBook } from "../../core/use_case/mod.ts";
import { Refused } from "./refusal.ts";

const NOT_READ_YET = new Refused({
  status: 503,
  error: "Cannot list games yet: they are still being read",
  hint: "Try again shortly",
  retryAfterSec: 1,
});

/**
 * The games as of the last refresh. Fails until there was one, and as long as nothing was ever
 * written: a list without games would say that none are played.
 */
export const currentListing: Effect.Effect<GameListing, Refused, GameBook> = Effect.flatMap(
  GameBook,
  (book) => {
    const listing = book.current();
    return listing === undefined || listing.revision === 0
      ? Effect.fail(NOT_READ_YET)
      : Effect.succeed(listing);
  },
);

/**
 * As {@linkcode currentListing}; fails as well as long as the schedule was read of none of these
 * leagues, or of none at all where none is named.
 */
export function listingOf(
  leagues: ReadonlyArray<LeagueCode>,
): Effect.Effect<GameListing, Refused, GameBook> {
  return Effect.filterOrFail(
    currentListing,
    ({ reaches }) => isAnyRead(reaches, leagues),
    () => leagues.length === 0 ? NOT_READ_YET : notReadYet(leagues),
  );
}

function notReadYet(leagues: ReadonlyArray<LeagueCode>): Refused {
  return new Refused({
    status: 503,
    error: `Cannot list games of ${leagues.join(", ")} yet: the schedule was not read so far`,
    hint: "Try again shortly; if it stays so, the operator may follow other leagues (LEAGUES)",
    retryAfterSec: 15,
  });
}

const REASONS = {
  internal: "Nothing is withheld",
  yes_only: "The source of their schedule has not permitted to pass them on",
} as const;

/** How many items an answer is about, and how many games are left out of them. */
export interface Totals {
  readonly total: number;
  readonly withheld: number;
  /** Where games of a window were asked for. */
  readonly unreadLeagues?: ReadonlyArray<LeagueCode>;
}

/** `meta`, as JSON. */
export function metaText(
  { asOfSec, settings }: GameListing,
  { total, withheld, unreadLeagues }: Totals,
): string {
  const { redistributionFilter, platforms } = settings;
  return JSON.stringify({
    as_of: toIso(asOfSec),
    redistributable_filter: redistributionFilter,
    venues_checked: platforms.map(({ code }) => code),
    total,
    withheld: { games: withheld, reason: REASONS[redistributionFilter] },
    unread_leagues: unreadLeagues,
  });
}
