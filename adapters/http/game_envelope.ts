/**
 * What answers about games have in common: where they are read, and what they say of themselves.
 *
 * @module
 */
import { Effect } from "effect";
import { type GameListing, type LeagueCode } from "../../core/game/mod.ts";
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
 * As {@linkcode currentListing}; fails as well as long as the schedule is still to be read of all
 * of these leagues, or of all that there are where none is named. Leagues that nobody follows here
 * are not waited for.
 */
export function listingOf(
  leagues: ReadonlyArray<LeagueCode>,
): Effect.Effect<GameListing, Refused, GameBook> {
  return Effect.flatMap(currentListing, (listing) => {
    const { reaches, settings } = listing;
    const awaited = settings.leagues.filter((league) =>
      leagues.length === 0 || leagues.includes(league)
    );
    return awaited.length === 0 || awaited.some((league) => reaches.has(league))
      ? Effect.succeed(listing)
      : Effect.fail(leagues.length === 0 ? NOT_READ_YET : notReadYet(awaited));
  });
}

function notReadYet(leagues: ReadonlyArray<LeagueCode>): Refused {
  return new Refused({
    status: 503,
    error: `Cannot list games of ${leagues.join(", ")} yet: the schedule was not read so far`,
    hint: "Try again shortly; GET /api/v1/status tells how the schedule is doing",
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
