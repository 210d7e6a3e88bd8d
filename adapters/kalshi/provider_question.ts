/**
 * The probe of Kalshi: a listed game, as the adapter reads it.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { toIso } from "../../core/time/mod.ts";
import { type KalshiClient, type KalshiOptions, makeKalshiClient } from "./client.ts";
import { type SortedGames, sortGames } from "./games.ts";
import { seriesOf } from "./league_series.ts";
import { readRows } from "./listed_rows.ts";
import { unreadable } from "./http_failure.ts";

/** At any time of the year one of these leagues plays. */
const LEAGUES_ASKED: ReadonlyArray<LeagueCode> = ["epl", "mlb", "nba", "nfl"];

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeKalshiQuestion = Effect.fnUntraced(function* (options: KalshiOptions) {
  const client = yield* makeKalshiClient(options);
  return {
    name: "kalshi",
    asks: "first page of a league's games, with their milestones and markets",
    ask: Effect.gen(function* () {
      const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      for (const league of LEAGUES_ASKED) {
        const listed = yield* firstPage(client, league, nowSec);
        if (listed.games.length + listed.unread.length > 0) return yield* describe(listed);
      }
      return yield* unreadable(`it lists no game of ${LEAGUES_ASKED.join(", ")}`);
    }),
  } satisfies ProviderQuestion;
});

const firstPage = Effect.fnUntraced(function* (
  client: KalshiClient,
  league: LeagueCode,
  nowSec: number,
): Effect.fn.Return<SortedGames, ProviderFailed> {
  const series = seriesOf(league);
  if (series === undefined) return { games: [], unread: [] };
  const query = { series: series.main, closesAfterSec: nowSec, cursor: "" };
  const { events, milestones } = yield* client.events(query);
  return sortGames(readRows({ events, milestones: milestones ?? [] }), { league, series });
});

/** Describes the first game and the counts; fails if no game or kickoff can be read. */
function describe({ games, unread }: SortedGames): Effect.Effect<string, ProviderFailed> {
  const [game] = games;
  const [trouble] = unread;
  if (game === undefined) return Effect.fail(unreadable(`${trouble?.id}: ${trouble?.why}`));
  const { kickoff, home, away, key } = game;
  if (kickoff.kind === "unknown") return Effect.fail(unreadable(`${key} has no kickoff`));
  const start = kickoff.kind === "at" ? toIso(kickoff.sec) : JSON.stringify(kickoff.day);
  const sides = `${away.names[0]} at ${home.names[0]}`;
  return Effect.succeed(`${games.length} games, ${unread.length} unread; ${sides}, ${start}`);
}
