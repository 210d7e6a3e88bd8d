import { Effect } from "effect";
import { makeEspnScheduleSource } from "../../../adapters/espn/schedule_source.ts";
import type { SeasonGame } from "../../../app/simulator/season/season.ts";
import { scheduleSourceContract } from "../../contract/schedule_source_contract.ts";
import type { ScheduledFact } from "../../contract/scheduled_fact.ts";
import { listedGame, listedTeam, moment } from "../../simulator/espn/season.ts";
import { makeStillClock } from "../../simulator/kit/support.ts";
import { makeSchedule } from "./espn_world.ts";

scheduleSourceContract({
  name: "espn",
  stage: Effect.fnUntraced(function* (facts, nowSec) {
    const clock = makeStillClock(nowSec * 1000);
    const { url } = yield* makeSchedule(facts.map(seasonGame), clock);
    return yield* makeEspnScheduleSource({ url, callsPerSec: 1_000 });
  }),
});

/** Clubs have the same number in every game, and women's clubs others. */
const numbers = new Map<string, number>();

function teamOf(displayName: string, league: ScheduledFact["league"]) {
  const key = `${league === "wsl" ? "women" : "men"} ${displayName}`;
  const id = numbers.get(key) ?? 360 + numbers.size;
  numbers.set(key, id);
  return listedTeam(displayName, { id, league });
}

const PHASES = {
  scheduled: "before",
  live: "playing",
  finished: "final",
  postponed: "postponed",
  cancelled: "cancelled",
} as const;

function seasonGame(fact: ScheduledFact): SeasonGame {
  const { league, kickoffSec, isKickoffConfirmed, status, score } = fact;
  return listedGame({
    number: 740_000 + fact.number,
    league,
    home: teamOf(fact.home, league),
    away: teamOf(fact.away, league),
    kickoffSec,
    isKickoffConfirmed,
    moment: moment(PHASES[status], {
      homeScore: score?.home ?? 0,
      awayScore: score?.away ?? 0,
      period: status === "finished" ? 2 : 1,
      clockSec: status === "finished" ? 5_700 : 2_400,
    }),
  });
}
