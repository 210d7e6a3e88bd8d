/**
 * The contract for schedule readings that every adapter of the `GameStore` port must meet.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import type { GameStore, ScheduleReadings } from "../../core/port/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import type { GameFixture } from "./game_fixture.ts";

type Notes = Parameters<GameStore["Service"]["noteReadings"]>[0];

/** Declares the tests. The last of the stores reads what the first has written. */
export function scheduleReadingsContract(fixture: () => GameFixture): void {
  describe("readings of the schedule", () => {
    const OLD = { year: 2020, month: 1, day: 1 };
    const day = (day: number) => ({ year: 2026, month: 11, day });
    const reading = (league: "nba" | "nhl", of: number, at: number) => ({
      league,
      day: day(of),
      atSec: UnixSec(at),
    });
    const store = () => fixture().stores[0] as GameStore["Service"];
    const noted = async (): Promise<ScheduleReadings> => {
      const { run, stores } = fixture();
      const { readings, troubles } = await run((stores.at(-1) ?? store()).readings);
      return {
        readings: readings.toSorted((a, b) =>
          a.league.localeCompare(b.league) || a.day.day - b.day.day
        ),
        troubles: troubles.toSorted((a, b) => a.league.localeCompare(b.league)),
      };
    };
    const note = ({ readings = [], troubles = [], forgetBefore = OLD }: Partial<Notes>) =>
      fixture().run(store().noteReadings({ readings, troubles, forgetBefore }));

    test("are the last of each day, and do not count as a write of games", async () => {
      await note({ readings: [reading("nba", 1, 10)], forgetBefore: day(1) });
      const head = await fixture().run(store().head);
      await note({ readings: [reading("nba", 1, 20), reading("nhl", 1, 20)] });
      await note({ readings: [reading("nba", 2, 30)] });
      expect((await noted()).readings).toEqual([
        reading("nba", 1, 20),
        reading("nba", 2, 30),
        reading("nhl", 1, 20),
      ]);
      expect(await fixture().run(store().head)).toEqual(head);
      await note({ readings: [reading("nba", 3, 40)], forgetBefore: day(2) });
      expect((await noted()).readings).toEqual([reading("nba", 2, 30), reading("nba", 3, 40)]);
    });

    test("end a league's failure, which keeps its start for as long as it lasts", async () => {
      const trouble = (sinceSec: number, reason: "timeout" | "refused") => ({
        league: "wta" as const,
        sinceSec: UnixSec(sinceSec),
        reason,
      });
      await note({ troubles: [trouble(10, "timeout")] });
      await note({ troubles: [trouble(20, "refused")] });
      expect((await noted()).troubles).toEqual([trouble(10, "refused")]);
      await note({ readings: [{ ...reading("nba", 4, 50), league: "wta" }] });
      expect((await noted()).troubles).toEqual([]);
      await note({ troubles: [trouble(30, "timeout")] });
      expect((await noted()).troubles).toEqual([trouble(30, "timeout")]);
    });
  });
}
