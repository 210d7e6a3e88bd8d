import { describe, expect, test } from "bun:test";
import { DAY_SEC } from "../../../../core/time/mod.ts";
import {
  auditGames,
  refreshPlatforms,
  refreshSchedule,
} from "../../../../core/use_case/game/mod.ts";
import { inGameWorld, NOON_SEC, platformGameOf, scheduledGameOf, stage } from "./game_world.ts";

const audited = (staged: ReturnType<typeof stage>, question = { days: 3, limit: 10 }) =>
  inGameWorld(
    staged,
    function* () {
      yield* refreshSchedule();
      yield* refreshPlatforms();
      return yield* auditGames(question);
    },
  );

describe("auditGames", () => {
  test("finds what is not linked, with why and what comes near", async () => {
    const stranger = platformGameOf("stranger", { sides: "AX" });
    const { findings, total } = await audited(
      stage({
        schedule: [scheduledGameOf("1")],
        platform: [platformGameOf("linked", { sides: "AB" }), stranger],
      }),
    );
    expect(total).toBe(1);
    expect(findings.map(({ record }) => record.game.key)).toEqual(["stranger"]);
    expect(findings[0]?.record.why).toContain('"Team X"');
    expect(findings[0]?.near.length).toBeGreaterThan(0);
  });

  test.each([-9, 20])("leaves out what is not on the schedule yet or any more", async (days) => {
    const kickoffSec = NOON_SEC + days * DAY_SEC;
    const platform = [platformGameOf("elsewhere", { sides: "XY", kickoffSec })];
    expect((await audited(stage({ platform }))).total).toBe(0);
  });

  test("shows no more than asked for, and counts the rest", async () => {
    const platform = ["a", "b", "c"].map((key) => platformGameOf(key, { sides: "XY" }));
    const { findings, total } = await audited(stage({ platform }), { days: 3, limit: 2 });
    expect([findings.length, total]).toEqual([2, 3]);
  });

  test("asks about one platform or league alone", async () => {
    const platform = [platformGameOf("a", { sides: "XY" })];
    const ask = (rest: object) => audited(stage({ platform }), { days: 3, limit: 9, ...rest });
    expect((await ask({ source: "kalshi", league: "mlb" })).total).toBe(1);
    expect((await ask({ source: "sx_bet" })).total).toBe(0);
    expect((await ask({ league: "nba" })).total).toBe(0);
  });
});
