/**
 * Limitless as a platform that lists games.
 *
 * Source of paths and fields: docs.limitless.exchange/api-reference, and what was seen of it.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { type LeagueCode, unknownTermsNote } from "../../core/game/mod.ts";
import type { LeagueScan, PlatformSource } from "../../core/port/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import { type LimitlessOptions, makeLimitlessClient } from "./client.ts";
import { LIMITLESS_LEAGUES } from "./league.ts";
import { listingOf, readSports } from "./listing.ts";
import { LIMITLESS } from "./status.ts";
import { sweepSports } from "./sweep.ts";

/** However many pages there are, and however long we are asked to wait. */
const SCAN_TIMEOUT_MS = 90_000;
/** Odd names of leagues that are remembered, so that each is told once. */
const TOLD_MAX = 500;

/**
 * Makes the source. Needs the {@linkcode ProviderWatch}.
 *
 * There is one list of all sports, so one sweep over it answers for all leagues, and fails for all.
 * It lists what is traded: a game that is over is on no page. Its home side is the one that
 * `homeTeam` names.
 */
export const makeLimitlessPlatformSource = Effect.fnUntraced(function* (
  options: LimitlessOptions,
) {
  const client = yield* makeLimitlessClient(options);
  const told = new Set<string>();

  const look = Effect.fn("limitless.look")(function* () {
    const sweep = yield* sweepSports(client);
    const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
    const listing = readSports(sweep.rows, nowSec);
    const news = [...listing.otherLeagues].filter((name) => !told.has(name));
    if (news.length > 0 && told.size < TOLD_MAX) {
      for (const name of news) told.add(name);
      yield* Effect.annotateLogs(Effect.logInfo("Passed over leagues that are not ours"), {
        provider: LIMITLESS,
        leagues: news.join(", "),
      });
    }
    return { sweep, listing };
  });

  const scan = Effect.fn("limitless.scan")(function* (leagues: ReadonlyArray<LeagueCode>) {
    const looked = yield* look().pipe(
      (looking) => withinDeadline(looking, { provider: LIMITLESS, timeoutMs: SCAN_TIMEOUT_MS }),
      Effect.result,
    );
    return leagues.map((league): LeagueScan => ({
      league,
      outcome: Result.map(looked, ({ sweep, listing }) => listingOf(league, listing, sweep)),
    }));
  });

  return {
    code: "limitless",
    leagues: LIMITLESS_LEAGUES,
    redistributable: "unknown",
    licenseNote: unknownTermsNote("Limitless"),
    listsOnlyOpen: true,
    scan: ({ leagues }) => leagues.length === 0 ? Effect.succeed([]) : scan(leagues),
  } satisfies PlatformSource;
});
