/**
 * The platform port over SX Bet.
 *
 * Source of paths, limits and fields: docs.sx.bet.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { type LeagueCode, unknownTermsNote } from "../../core/game/mod.ts";
import type { LeagueListing, LeagueScan, PlatformSource } from "../../core/port/platform_source.ts";
import { withinDeadline } from "../outbound/mod.ts";
import { makeSxBetClient, type SxBetOptions } from "./client.ts";
import { SX_BET_LEAGUES } from "./league.ts";
import { makeLeagueCache } from "./league_cache.ts";
import { mayBeGame, readMarkets } from "./listing.ts";
import { SX_BET } from "./http_failure.ts";
import { type Sweep, sweepLeague } from "./sweep.ts";

/** Limit for one league, including the wait for the pacer. */
const LEAGUE_TIMEOUT_MS = 60_000;
/** Number of leagues scanned in parallel; they share the pace. */
const LEAGUES_AT_ONCE = 4;

/**
 * Makes the source. Needs the {@linkcode ProviderWatch}.
 *
 * Each league is found by its label and swept separately. A league without a known label is not
 * scanned, so its listing is empty and not complete. SX Bet lists only unsettled markets: a
 * finished game soon disappears.
 */
export const makeSxBetPlatformSource = Effect.fnUntraced(function* (options: SxBetOptions) {
  const client = yield* makeSxBetClient(options);
  const cache = yield* makeLeagueCache(client);

  const scanMarkets = Effect.fn("sx_bet.scanMarkets")(function* (league: LeagueCode) {
    const { leagueIds, isCertain } = yield* cache.idsOf(league);
    const sweeps = yield* Effect.forEach(
      leagueIds,
      (leagueId) => Effect.map(sweepLeague(client, leagueId), (sweep) => onlyOf(leagueId, sweep)),
    );
    const read = readMarkets(league, sweeps.flatMap(({ markets }) => markets));
    const isWhole = isCertain && sweeps.every(({ isComplete }) => isComplete);
    return {
      ...read,
      isComplete: isWhole && !read.unread.some(mayBeGame),
    } satisfies LeagueListing;
  });

  const scanLeague = (league: LeagueCode): Effect.Effect<LeagueScan> =>
    scanMarkets(league).pipe(
      (scan) => withinDeadline(scan, { provider: SX_BET, timeoutMs: LEAGUE_TIMEOUT_MS }),
      Effect.result,
      Effect.map((outcome) => ({ league, outcome })),
    );

  return {
    code: "sx_bet",
    leagues: SX_BET_LEAGUES,
    redistributable: "unknown",
    licenseNote: unknownTermsNote("SX Bet"),
    listsOnlyOpen: true,
    scan: ({ leagues }) => Effect.forEach(leagues, scanLeague, { concurrency: LEAGUES_AT_ONCE }),
  } satisfies PlatformSource;
});

const namesLeague = Schema.is(Schema.Struct({ leagueId: Schema.Int }));

/** Removes the markets of other leagues. If there are any, the sweep is not complete. */
function onlyOf(leagueId: number, { markets, isComplete }: Sweep): Sweep {
  const ours = markets.filter((market) => !namesLeague(market) || market.leagueId === leagueId);
  return { markets: ours, isComplete: isComplete && ours.length === markets.length };
}
