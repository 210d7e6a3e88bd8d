/**
 * Every day of the schedule, how urgent it is and when it is due.
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
} from "../game/mod.ts";
import { ScheduleSources } from "../port/mod.ts";
import { DAY_SEC, easternDaysOf, toDayText, UnixSec } from "../time/mod.ts";
import { GameBook } from "./game_book.ts";
import { GameLedger } from "./game_ledger.ts";
import { Games, scheduleRange } from "./game_plan.ts";

/** The days of the leagues that have a spine, by what readers of games know now. */
export const dueDays = Effect.fnUntraced(function* (nowSec: UnixSec) {
  const plan = yield* Games;
  const { stateOf } = (yield* GameLedger).readings;
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
      const known = { isPlayed: games.played.has(key), hasGames: games.known.has(key) };
      const urgency = dayUrgency(day, known, nowSec);
      const periodSec = periods[urgency];
      const due = dueSec(stateOf(league, day, nowSec), periodSec);
      return { league, day, urgency, periodSec, dueSec: due };
    })
  );
});

/** As of the last refresh of the read model; whether a game should have begun is known without. */
const gamesNow = Effect.fnUntraced(function* (nowSec: UnixSec) {
  const listing = (yield* GameBook).current();
  const startSec = UnixSec(Math.max(0, nowSec - PLAYED_SEC_MAX));
  const range = { startSec, endSec: UnixSec(nowSec + 2 * DAY_SEC) };
  const games = listing === undefined ? [] : gamesBetween(listing, range);
  return gameDays(games, nowSec) satisfies GameDays;
});
