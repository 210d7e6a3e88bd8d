/**
 * The platform port over Kalshi.
 *
 * @module
 */
import { Effect } from "effect";
import { type LeagueCode, unknownTermsNote } from "../../core/game/mod.ts";
import type { LeagueListing, PlatformSource } from "../../core/port/platform_source.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import { type KalshiClient, type KalshiOptions, makeKalshiClient } from "./client.ts";
import { walkEvents } from "./event_walk.ts";
import { sortGames } from "./games.ts";
import { LISTED_LEAGUES, seriesOf } from "./league_series.ts";
import { readRows, WITHOUT_ID } from "./listed_rows.ts";
import { KALSHI, unreadable } from "./http_failure.ts";

/** Limit for all series of a league, with all their pages. */
const LEAGUE_TIMEOUT_MS = 90_000;
/** Number of leagues scanned in parallel; they share the pace. */
const LEAGUES_AT_ONCE = 4;
/**
 * Markets close when a game is decided, or two days after its kickoff. Those of a cancelled game
 * may close earlier, so a scan reaches back further than its window.
 */
const CLOSED_BEFORE_SEC = 7 * 86_400;

/** Makes the source. Needs the {@linkcode ProviderWatch}. */
export const makeKalshiPlatformSource = Effect.fnUntraced(function* (options: KalshiOptions) {
  const client = yield* makeKalshiClient(options);
  return {
    code: "kalshi",
    leagues: LISTED_LEAGUES,
    redistributable: "unknown",
    licenseNote: unknownTermsNote("Kalshi"),
    listsOnlyOpen: false,
    scan: Effect.fn("kalshi.scan")(({ leagues, window }) =>
      Effect.forEach(
        leagues,
        (league) =>
          listLeague(client, league, window.startSec).pipe(
            (listed) => withinDeadline(listed, { provider: KALSHI, timeoutMs: LEAGUE_TIMEOUT_MS }),
            Effect.result,
            Effect.map((outcome) => ({ league, outcome })),
          ),
        { concurrency: LEAGUES_AT_ONCE },
      )
    ),
  } satisfies PlatformSource;
});

/** Reads every series of a league to its end. If one is incomplete, the league is incomplete. */
const listLeague = Effect.fnUntraced(function* (
  client: KalshiClient,
  league: LeagueCode,
  startSec: UnixSec,
): Effect.fn.Return<LeagueListing, ProviderFailed> {
  const series = seriesOf(league);
  if (series === undefined) return yield* unreadable(`no series of ${league} is known`);
  const closesAfterSec = Math.max(0, startSec - CLOSED_BEFORE_SEC);
  const walks = yield* Effect.forEach(
    [series.main, ...series.siblings],
    (name) => walkEvents(client, { series: name, closesAfterSec }),
  );
  const rows = readRows({
    events: walks.flatMap(({ events }) => events),
    milestones: walks.flatMap(({ milestones }) => milestones),
  });
  const sorted = sortGames(rows, { league, series });
  // An unread event of the main series may be about any game.
  const isUnread = sorted.unread.some(({ id }) =>
    id === WITHOUT_ID || id.startsWith(`${series.main}-`)
  );
  return { ...sorted, isComplete: !isUnread && walks.every((walk) => walk.isComplete) };
});
