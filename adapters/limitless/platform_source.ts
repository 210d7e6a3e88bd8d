/**
 * The platform port over Limitless.
 *
 * Source of paths and fields: docs.limitless.exchange/api-reference, and recorded responses.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { type LeagueCode, unknownTermsNote } from "../../core/game/mod.ts";
import type { LeagueScan, PlatformSource } from "../../core/port/platform_source.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import { type LimitlessOptions, makeLimitlessClient } from "./client.ts";
import { LIMITLESS_LEAGUES } from "./league.ts";
import { listingOf, readSports } from "./listing.ts";
import { LIMITLESS } from "./http_failure.ts";
import { sweepSports } from "./sweep.ts";

/** Limit for all pages, including requested pauses. */
const SCAN_TIMEOUT_MS = 90_000;
/** Maximum number of remembered names of unknown leagues; each is logged once. */
const LOGGED_MAX = 500;

/**
 * Makes the source. Needs the {@linkcode ProviderWatch}.
 *
 * There is one list of all sports, so one sweep serves all leagues and fails for all. It lists only
 * what trades: a finished game is on no page. The home side is that of `homeTeam`.
 */
export const makeLimitlessPlatformSource = Effect.fnUntraced(function* (
  options: LimitlessOptions,
) {
  const client = yield* makeLimitlessClient(options);
  const logged = new Set<string>();

  const readAll = Effect.fn("limitless.readAll")(function* () {
    const sweep = yield* sweepSports(client);
    const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
    const listing = readSports(sweep.rows, nowSec);
    const unlogged = [...listing.otherLeagues].filter((name) => !logged.has(name));
    if (unlogged.length > 0 && logged.size < LOGGED_MAX) {
      for (const name of unlogged) logged.add(name);
      yield* Effect.annotateLogs(Effect.logInfo("Skipped leagues that are not listed here"), {
        provider: LIMITLESS,
        leagues: unlogged.join(", "),
      });
    }
    return { sweep, listing };
  });

  const scan = Effect.fn("limitless.scan")(function* (leagues: ReadonlyArray<LeagueCode>) {
    const outcome = yield* readAll().pipe(
      (reading) => withinDeadline(reading, { provider: LIMITLESS, timeoutMs: SCAN_TIMEOUT_MS }),
      Effect.result,
    );
    return leagues.map((league): LeagueScan => ({
      league,
      outcome: Result.map(outcome, ({ sweep, listing }) => listingOf(league, listing, sweep)),
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
