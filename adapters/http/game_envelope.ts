/**
 * What answers about games have in common: where they are read, and what they say of themselves.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type GameListing, type LeagueCode, type ListingSettings } from "../../core/game/mod.ts";
import { toIso, UnixSec } from "../../core/time/mod.ts";
import { GameBook, Games, readingProgress } from "../../core/use_case/mod.ts";
import { gamesUnread } from "./games_unread.ts";
import type { Refused } from "./refusal.ts";

/**
 * The games as of the last refresh. Fails until there was one, and as long as nothing was ever
 * written: a list without games would say that none are played.
 */
export const currentListing: Effect.Effect<GameListing, Refused, GameBook> = Effect.suspend(() =>
  currentOf([])
);

function currentOf(
  asked: ReadonlyArray<LeagueCode>,
): Effect.Effect<GameListing, Refused, GameBook> {
  return Effect.flatMap(GameBook, (book) => {
    const listing = book.current();
    return listing === undefined || listing.revision === 0
      ? refuseUnread(asked)
      : Effect.succeed(listing);
  });
}

/**
 * As {@linkcode currentListing}; fails as well as long as the schedule is still to be read of all
 * of these leagues, or of all that there are where none is named. Leagues that nobody follows here
 * are not waited for.
 */
export function listingOf(
  leagues: ReadonlyArray<LeagueCode>,
): Effect.Effect<GameListing, Refused, GameBook> {
  return Effect.flatMap(currentOf(leagues), (listing) => {
    const { reaches, settings } = listing;
    const awaited = awaitedOf(settings, leagues);
    return awaited.length === 0 || awaited.some((league) => reaches.has(league))
      ? Effect.succeed(listing)
      : refuseUnread(leagues);
  });
}

function awaitedOf(
  { leagues: followed }: ListingSettings,
  leagues: ReadonlyArray<LeagueCode>,
): ReadonlyArray<LeagueCode> {
  return followed.filter((league) => leagues.length === 0 || leagues.includes(league));
}

/** Says how far it is, as the store tells every process alike. */
const refuseUnread = Effect.fnUntraced(function* (
  asked: ReadonlyArray<LeagueCode>,
): Effect.fn.Return<never, Refused, GameBook> {
  const book = yield* GameBook;
  const [listing, readings] = [book.current(), book.readings()];
  const plan = yield* Games;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const leagues = listing === undefined ? [] : awaitedOf(listing.settings, asked);
  return yield* gamesUnread(
    readings === undefined ? undefined : readingProgress(readings, { leagues, plan, nowSec }),
    leagues.length < (listing?.settings.leagues.length ?? 0) ? leagues : [],
  );
});

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
