/**
 * The common parts of responses about games: the current listing and `meta`.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type GameListing, type LeagueCode, type ListingSettings } from "../../../core/game/mod.ts";
import { toIso, UnixSec } from "../../../core/time/mod.ts";
import { GameReadModel, Games, readingProgress } from "../../../core/use_case/game/mod.ts";
import { gamesUnread } from "./games_unread.ts";
import type { Refused } from "../edge/answer/refusal.ts";
import type { GamesMetaWire } from "./wire_team.ts";

/**
 * The games as of the last refresh. Fails before the first refresh and while the store is empty: an
 * empty list would claim that there are no games.
 */
export const currentListing: Effect.Effect<GameListing, Refused, GameReadModel> = Effect.suspend(
  () => currentOf([]),
);

function currentOf(
  requested: ReadonlyArray<LeagueCode>,
): Effect.Effect<GameListing, Refused, GameReadModel> {
  return Effect.flatMap(GameReadModel, (readModel) => {
    const listing = readModel.current();
    return listing === undefined || listing.revision === 0
      ? refuseUnread(requested)
      : Effect.succeed(listing);
  });
}

/**
 * Returns {@linkcode currentListing}. Also fails until the schedule of at least one of these
 * leagues was read, or of any league if none is given. Ignores leagues that the operator does not
 * follow.
 */
export const listingOf = Effect.fnUntraced(function* (leagues: ReadonlyArray<LeagueCode>) {
  const listing = yield* currentOf(leagues);
  const awaited = awaitedOf(listing.settings, leagues);
  const isRead = awaited.length === 0 || awaited.some((league) => listing.reaches.has(league));
  return isRead ? listing : yield* refuseUnread(leagues);
});

function awaitedOf(
  { leagues: followed }: ListingSettings,
  leagues: ReadonlyArray<LeagueCode>,
): ReadonlyArray<LeagueCode> {
  return followed.filter((league) => leagues.length === 0 || leagues.includes(league));
}

/** Fails with the reading progress, which is stored and so the same in every process. */
const refuseUnread = Effect.fnUntraced(function* (
  requested: ReadonlyArray<LeagueCode>,
): Effect.fn.Return<never, Refused, GameReadModel> {
  const readModel = yield* GameReadModel;
  const [listing, readings] = [readModel.current(), readModel.readings()];
  const plan = yield* Games;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const leagues = listing === undefined ? [] : awaitedOf(listing.settings, requested);
  return yield* gamesUnread(
    readings === undefined ? undefined : readingProgress(readings, { leagues, plan, nowSec }),
    leagues.length < (listing?.settings.leagues.length ?? 0) ? leagues : [],
  );
});

const REASONS = {
  internal: "Nothing is withheld",
  yes_only: "The source of their schedule has not permitted redistribution",
} as const;

/** Returns `meta`. `total`: matching items; `withheld`: matching games that are not shown. */
export function metaBody(
  { asOfSec, settings }: GameListing,
  { total, withheld }: { readonly total: number; readonly withheld: number },
): typeof GamesMetaWire.static {
  const { redistributionFilter, platforms } = settings;
  return {
    as_of: toIso(asOfSec),
    redistributable_filter: redistributionFilter,
    venues_checked: platforms.map(({ code }) => code),
    total,
    withheld: { games: withheld, reason: REASONS[redistributionFilter] },
  };
}
