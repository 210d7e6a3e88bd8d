/**
 * SX Bet as a platform that lists games.
 *
 * Source of paths, limits and fields: docs.sx.bet.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { type LeagueCode, unknownTermsNote } from "../../core/game/mod.ts";
import type { LeagueListing, LeagueScan, PlatformSource } from "../../core/port/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import { makeSxBetClient, type SxBetOptions } from "./client.ts";
import { SX_BET_LEAGUES } from "./league.ts";
import { makeLeagueBook } from "./league_book.ts";
import { mayBeGame, readMarkets } from "./listing.ts";
import { SX_BET } from "./status.ts";
import { type Sweep, sweepLeague } from "./sweep.ts";

/** For one league, waiting for its turn included. */
const LEAGUE_TIMEOUT_MS = 60_000;
/** Leagues that are looked at together. The pace is kept all the same. */
const LEAGUES_AT_ONCE = 4;

/**
 * Makes the source. Needs the {@linkcode ProviderWatch}.
 *
 * Each league is looked for by its label and swept by itself. One of which the platform knows no
 * label of ours is not looked at, so its listing is empty and not complete. It lists what is not
 * settled: a game that is over soon is on no page.
 */
export const makeSxBetPlatformSource = Effect.fnUntraced(function* (options: SxBetOptions) {
  const client = yield* makeSxBetClient(options);
  const book = yield* makeLeagueBook(client);

  const look = Effect.fn("sx_bet.look")(function* (league: LeagueCode) {
    const { leagueIds, isCertain } = yield* book.places(league);
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
    look(league).pipe(
      (looking) => withinDeadline(looking, { provider: SX_BET, timeoutMs: LEAGUE_TIMEOUT_MS }),
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

/** Without the markets of other leagues. Where there are some, it was not ours that we saw. */
function onlyOf(leagueId: number, { markets, isComplete }: Sweep): Sweep {
  const ours = markets.filter((market) => !namesLeague(market) || market.leagueId === leagueId);
  return { markets: ours, isComplete: isComplete && ours.length === markets.length };
}
