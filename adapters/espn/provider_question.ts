/**
 * The probe of the provider: today's games.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import type { ScheduleDay } from "../../core/port/schedule_source.ts";
import { easternDay, UnixSec } from "../../core/time/mod.ts";
import { type EspnScheduleOptions, makeEspnScheduleSource } from "./schedule_source.ts";
import { unreadable } from "./http_failure.ts";

/** Their seasons together cover the year: on most days one of them plays. */
const ASKED: ReadonlyArray<LeagueCode> = ["nba", "nfl", "mlb"];

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeEspnQuestion = Effect.fnUntraced(function* (options: EspnScheduleOptions) {
  const source = yield* makeEspnScheduleSource(options);

  const ask = Effect.gen(function* () {
    const day = easternDay(UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000)));
    for (const league of ASKED) {
      const found = yield* source.day({ league, day });
      if (found.games.length + found.troubles.length > 0) return yield* describe(league, found);
    }
    return `no games today in ${ASKED.join(", ")}`;
  });

  return {
    name: "schedule",
    asks: `today's games of ${ASKED.join(", ")}, up to the first league with games`,
    ask,
  } satisfies ProviderQuestion;
});

/** Describes the number of games and the first one; fails if none of the entries can be read. */
function describe(
  league: LeagueCode,
  { games, troubles }: ScheduleDay,
): Effect.Effect<string, ProviderFailed> {
  const [game] = games;
  if (game === undefined) return Effect.fail(unreadable(troubles.join("; ").slice(0, 500)));
  const unread = troubles.length === 0 ? "" : `, ${troubles.length} unread`;
  return Effect.succeed(
    `${league}: ${games.length} games${unread}, such as ${game.away.name} at ${game.home.name}, ` +
      (game.status ?? game.statusText),
  );
}
