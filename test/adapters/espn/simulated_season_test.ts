import { afterAll, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { makeEspnScheduleSource } from "../../../adapters/espn/schedule_source.ts";
import { makeEspnSimulator } from "../../../app/simulator/espn/espn_simulator.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import type { SeasonGame } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import type { LeagueCode, ScheduledGame } from "../../../core/game/mod.ts";
import { type CalendarDay, easternDay, UnixSec } from "../../../core/time/mod.ts";
import { atSec } from "../../simulator/espn/season.ts";
import { layerStillClock, makeStillClock } from "../../simulator/kit/support.ts";
import { runScoped } from "../../still_run.ts";

const season = makeSeason(1);
const clock = makeStillClock(0);
const simulator = listen(makeEspnSimulator({ season, clock }), { seed: 1, clock });
afterAll(() => simulator.stop());

const source = await runScoped(
  makeEspnScheduleSource({ url: simulator.url, callsPerSec: 1_000 }),
);

const STATUS = {
  before: "scheduled",
  playing: "live",
  break: "live",
  final: "finished",
  postponed: "postponed",
  cancelled: "cancelled",
} as const;

/** What must come out of the season's game, whatever way it took. */
function told({ number, home, away, kickoffSec, isKickoffConfirmed, moment }: SeasonGame) {
  const status = STATUS[moment.phase];
  const isPlayed = status === "live" || status === "finished";
  return {
    eventId: String(number),
    sides: [home, away].map(({ id, displayName, abbreviation }) => [id, displayName, abbreviation]),
    kickoffSec,
    isKickoffConfirmed,
    status,
    score: isPlayed ? [moment.homeScore, moment.awayScore, moment.period] : null,
  };
}

function read(game: ScheduledGame): ReturnType<typeof told> {
  const { eventId, home, away, kickoffSec, isKickoffConfirmed, status, score } = game;
  return {
    eventId,
    sides: [home, away].map(({ id, name, abbreviation }) => [
      Number(id.split(":").at(-1)),
      name,
      abbreviation,
    ]),
    kickoffSec,
    isKickoffConfirmed,
    status: status as ReturnType<typeof told>["status"],
    score: score === null ? null : [score.home, score.away, score.period ?? 0],
  };
}

const dayOf = (league: LeagueCode, day: CalendarDay) =>
  Effect.runPromise(Effect.provide(source.day({ league, day }), layerStillClock(clock)));

describe("the simulated season", () => {
  test("is read correctly, in every league, on any day at any instant", async () => {
    const nowSec = fc.integer({
      min: atSec("2026-01-01T00:00:00Z"),
      max: atSec("2027-01-01T00:00:00Z"),
    }).map(UnixSec);
    const daysAhead = fc.integer({ min: -2, max: 3 });
    const league = fc.constantFrom(...season.leagues);
    await fc.assert(
      fc.asyncProperty(nowSec, daysAhead, league, async (nowSec, ahead, league) => {
        clock.set(nowSec * 1000);
        const day = easternDay(UnixSec(nowSec + ahead * 86_400));
        const { games, troubles } = await dayOf(league, day);
        expect(troubles).toEqual([]);
        expect(games.map(read)).toEqual(season.gamesOn(league, day, nowSec).map(told));
      }),
    );
  }, 300_000);
});
