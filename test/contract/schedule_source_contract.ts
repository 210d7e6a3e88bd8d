/** The contract that every adapter of the `ScheduleSource` port must meet. @module */
import { describe, expect } from "bun:test";
import { Effect, type Scope } from "effect";
import fc from "fast-check";
import { type LeagueCode, REDISTRIBUTIONS, type ScheduledGame } from "../../core/game/mod.ts";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { ScheduleSource } from "../../core/port/schedule_source.ts";
import { easternDay, easternDaysOf, toDayText, UnixSec } from "../../core/time/mod.ts";
import { makeStillClock } from "../simulator/kit/support.ts";
import { runStill } from "../still_run.ts";
import { claimIn, type Skips } from "./price_feed_contract.ts";
import {
  type ScheduledFact,
  scheduledFact,
  scheduledFacts,
  STAGED_SCHEDULE_NOW,
} from "./scheduled_fact.ts";

/** The world of a contract test, which each adapter stages. */
export interface ScheduleSourceWorld {
  readonly name: string;
  /**
   * Makes a source with exactly these games of the English and the Spanish first division (and, in
   * one claim, of the English women's), as they are at that instant.
   */
  readonly stage: (
    facts: ReadonlyArray<ScheduledFact>,
    nowSec: UnixSec,
  ) => Effect.Effect<ScheduleSource, unknown, Scope.Scope | ProviderWatch>;
  readonly skip?: Skips;
}

/** Declares the contract's tests for one adapter. */
export function scheduleSourceContract(world: ScheduleSourceWorld): void {
  describe(`ScheduleSource contract: ${world.name}`, () => {
    const claim = claimIn(world);

    const within = <A, E>(
      facts: ReadonlyArray<ScheduledFact>,
      ask: (source: ScheduleSource) => Effect.Effect<A, E>,
    ): Promise<A> =>
      runStill(
        makeStillClock(STAGED_SCHEDULE_NOW * 1000),
        Effect.flatMap(world.stage(facts, STAGED_SCHEDULE_NOW), ask),
      );

    /** Returns the games of a league on the US Eastern days of these facts, day by day. */
    const read = (facts: ReadonlyArray<ScheduledFact>, league: LeagueCode = "epl") =>
      within(
        facts,
        (source) =>
          Effect.forEach(daysOf(facts), (day) => source.day({ league, day })).pipe(
            Effect.map((days) => days.flatMap(({ games }) => games)),
          ),
      );

    claim("covers the requested leagues, and states what may be redistributed", async () => {
      const source = await within([], Effect.succeed);
      expect(source.leagues).toContain("epl");
      expect(source.leagues).toContain("laliga");
      for (const league of source.leagues) {
        expect(REDISTRIBUTIONS).toContain(source.redistributable(league));
        expect(source.licenseNote(league)).toMatch(/\w/);
      }
    });

    claim("returns nothing for a day without games", async () => {
      const day = easternDay(scheduledFact().kickoffSec);
      const days = await within(
        [scheduledFact({ league: "laliga" })],
        (source) => source.day({ league: "epl", day }),
      );
      expect(days).toEqual({ games: [], troubles: [], isWhole: true });
    });

    claim("lists a game on the US Eastern day of its kickoff", async () => {
      const facts = [
        scheduledFact({ kickoffSec: secOf("2026-11-22T04:59:00Z") }),
        scheduledFact({
          number: 2,
          home: "Everton",
          away: "Fulham",
          kickoffSec: secOf("2026-11-22T05:00:00Z"),
        }),
      ];
      const days = await within(facts, (source) =>
        Effect.forEach(
          [20, 21, 22, 23],
          (day) => source.day({ league: "epl", day: { year: 2026, month: 11, day } }),
        ));
      expect(days.map(({ games }) => games.map(({ home }) => home.name)))
        .toEqual([[], ["Arsenal"], ["Everton"], []]);
    });

    claim("lists every game once, whatever other games are played", async () => {
      await fc.assert(
        fc.asyncProperty(scheduledFacts, async (facts) => {
          for (const league of ["epl", "laliga"] as const) {
            const games = await read(facts, league);
            const expected = facts.filter((fact) => fact.league === league).map(factOf);
            expect(games.map(factOf).toSorted(byKickoffAndName))
              .toEqual(expected.toSorted(byKickoffAndName));
            expect(new Set(games.map(({ eventId }) => eventId)).size).toBe(games.length);
          }
        }),
        { numRuns: 40 },
      );
    });

    claim("reports that a kickoff is a placeholder", async () => {
      const facts = [
        scheduledFact({ isKickoffConfirmed: false }),
        scheduledFact({ number: 2, home: "Everton", away: "Fulham" }),
      ];
      const games = await read(facts);
      const confirmed = games.map(({ home, isKickoffConfirmed }) => [
        home.name,
        isKickoffConfirmed,
      ]);
      expect(Object.fromEntries(confirmed)).toEqual({ Arsenal: false, Everton: true });
    });

    claim("reports no score before a game, and the result once it is over", async () => {
      const [before] = await read([scheduledFact()]);
      expect(before).toMatchObject({ status: "scheduled", score: null });
      for (const score of [{ home: 3, away: 0 }, { home: 0, away: 0 }]) {
        const [over] = await read([finished(score)]);
        expect(over).toMatchObject({ status: "finished", score });
      }
    });

    claim("reports the score of a live game", async () => {
      const kickoffSec = UnixSec(STAGED_SCHEDULE_NOW - 2_400);
      const [game] = await read([
        scheduledFact({ kickoffSec, status: "live", score: { home: 1, away: 2 } }),
      ]);
      expect(game).toMatchObject({ status: "live", score: { home: 1, away: 2 } });
    });

    claim("reports postponed and cancelled games without a score", async () => {
      const facts = [
        scheduledFact({ status: "postponed" }),
        scheduledFact({ number: 2, home: "Everton", away: "Fulham", status: "cancelled" }),
      ];
      const games = await read(facts);
      expect(games.map(({ home, status, score }) => [home.name, status, score]).toSorted())
        .toEqual([["Arsenal", "postponed", null], ["Everton", "cancelled", null]]);
    });

    claim("keeps the id of a game whose kickoff has moved, or that is over", async () => {
      const before = scheduledFact();
      const moved = { ...before, kickoffSec: UnixSec(before.kickoffSec + 3 * 86_400 + 900) };
      const over = finished({ home: 1, away: 1 });
      const ids = await Promise.all(
        [before, moved, over].map(async (fact) => (await read([fact]))[0]?.eventId),
      );
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/\S/);
    });

    claim("gives each side one id in all its games, and no id to two sides", async () => {
      const days = ["Arsenal", "Everton", "Fulham"].flatMap((home, at, all) =>
        all.filter((away) => away !== home).map((away, other) =>
          scheduledFact({
            number: at * 2 + other + 1,
            home,
            away,
            kickoffSec: UnixSec(scheduledFact().kickoffSec + (at * 2 + other) * 86_400),
          })
        )
      );
      const sides = (await read(days)).flatMap(({ home, away }) => [home, away]);
      expect(sides.length).toBe(12);
      const idsByName = Map.groupBy(sides, ({ name }) => name);
      const ids = [...idsByName.values()].map((same) => [...new Set(same.map(({ id }) => id))]);
      expect(ids.map(({ length }) => length)).toEqual([1, 1, 1]);
      expect(new Set(ids.flat()).size).toBe(3);
      for (const side of sides) {
        expect(side.id).toMatch(/^soccer:[a-z]+:\d+$/);
        expect(side).toMatchObject({ sport: "soccer", league: "epl" });
        expect(side.abbreviation).toMatch(/\S/);
        expect(side.otherNames).not.toContain(side.name);
        expect(new Set(side.otherNames).size).toBe(side.otherNames.length);
      }
    });

    claim("does not take women's sides for the men's of the same name", async () => {
      const facts = [scheduledFact(), scheduledFact({ number: 2, league: "wsl" })];
      const [men, women] = await Promise.all(
        (["epl", "wsl"] as const).map((league) => read(facts, league)),
      );
      expect([men?.length, women?.length]).toEqual([1, 1]);
      expect(women?.[0]?.home.name).toBe(men?.[0]?.home.name ?? "");
      expect(women?.[0]?.home.id).not.toBe(men?.[0]?.home.id ?? "");
      expect(women?.[0]?.eventId).not.toBe(men?.[0]?.eventId ?? "");
    });
  });
}

function secOf(iso: string): UnixSec {
  return UnixSec(Date.parse(iso) / 1000);
}

/** Returns a game of the day before. */
function finished(score: { readonly home: number; readonly away: number }): ScheduledFact {
  const kickoffSec = UnixSec(STAGED_SCHEDULE_NOW - 86_400);
  return scheduledFact({ kickoffSec, status: "finished", score });
}

function daysOf(facts: ReadonlyArray<ScheduledFact>) {
  const kickoffs = facts.map(({ kickoffSec }) => kickoffSec);
  if (kickoffs.length === 0) return [];
  const [startSec, lastSec] = [Math.min(...kickoffs), Math.max(...kickoffs)];
  return easternDaysOf({ startSec: UnixSec(startSec), endSec: UnixSec(lastSec + 1) });
}

/** Returns the compared fields of a game, or of its staged fact. */
function factOf({ league, home, away, kickoffSec, isKickoffConfirmed, status, score }: Compared) {
  return {
    league,
    sides: [home, away].map((side) => typeof side === "string" ? side : side.name),
    kickoffSec,
    isKickoffConfirmed,
    status,
    score: score === null ? null : [score.home, score.away],
    day: toDayText(easternDay(kickoffSec)),
  };
}

type Compared = ScheduledGame | ScheduledFact;

function byKickoffAndName(a: ReturnType<typeof factOf>, b: ReturnType<typeof factOf>): number {
  return a.kickoffSec - b.kickoffSec || (String(a.sides) < String(b.sides) ? -1 : 1);
}
