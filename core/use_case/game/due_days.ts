/**
 * Lists every day of the schedule with its urgency and due time.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type DayToRead,
  dayUrgency,
  dueSec,
  type GameDays,
  gameDays,
  gamesBetween,
  leagueDayKey,
  PLAYED_SEC_MAX,
  readingPeriods,
} from "../../game/mod.ts";
import { ScheduleSources } from "../../port/schedule_source.ts";
import { DAY_SEC, easternDaysOf, toDayText, UnixSec } from "../../time/mod.ts";
import { GameReadModel } from "./game_read_model.ts";
import { GameGraph } from "./game_graph.ts";
import { Games, scheduleRange } from "./schedule_plan.ts";

/** Returns the days of the leagues that have a schedule, based on the current read model. */
export const dueDays = Effect.fnUntraced(function* (nowSec: UnixSec) {
  const plan = yield* Games;
  const { stateOf } = (yield* GameGraph).readings;
  const sources = yield* ScheduleSources;
  const leagues = plan.leagues.filter((league) =>
    sources.some((source) => source.leagues.includes(league))
  );
  const games = yield* gamesNow(nowSec);
  const periods = readingPeriods(plan.periods);
  const days = easternDaysOf(scheduleRange(plan, nowSec));
  return leagues.flatMap((league) =>
    days.map((day): DayToRead => {
      const key = leagueDayKey(league, toDayText(day));
      const known = {
        isPlayed: games.played.has(key),
        isStopped: games.stopped.has(key),
        hasGames: games.known.has(key),
      };
      const urgency = dayUrgency(day, known, nowSec);
      const periodSec = periods[urgency];
      const due = dueSec(stateOf(league, day, nowSec), periodSec);
      return { league, day, urgency, periodSec, dueSec: due };
    })
  );
});

/** Days as of the last refresh of the read model; whether a game should have begun needs none. */
const gamesNow = Effect.fnUntraced(function* (nowSec: UnixSec) {
  const listing = (yield* GameReadModel).current();
  const startSec = UnixSec(Math.max(0, nowSec - PLAYED_SEC_MAX));
  const range = { startSec, endSec: UnixSec(nowSec + 2 * DAY_SEC) };
  const games = listing === undefined ? [] : gamesBetween(listing, range);
  return gameDays(games, nowSec) satisfies GameDays;
});
