import { describe, expect, test } from "bun:test";
import { openSandbox } from "../open_sandbox.ts";
import { expectHealthy } from "../sandbox_health.ts";
import { GAMES_KEY, readGames, refreshJobs } from "./game_reader.ts";

describe("a day of games in the sandbox", () => {
  test.each([["77", "2026-07-04"]])(
    "of seed %s on %s shows every status, confidence and coverage, of healthy providers",
    async (seed, day) => {
      const sandbox = await openSandbox({
        SANDBOX_SEED: seed,
        SANDBOX_START: `${day}T18:00:00Z`,
        SANDBOX_API_KEY: GAMES_KEY,
        LEAGUES: "",
      });
      // By itself, before anything is asked of it.
      await expectHealthy(sandbox);
      await refreshJobs(sandbox.url, "platforms", "read_model");
      const games = await readGames(sandbox.url, `day=${day}`);
      expect(new Set(games.map(({ status }) => status)))
        .toEqual(new Set(["scheduled", "live", "finished", "postponed", "cancelled"]));
      const confidences = games.flatMap(({ platforms }) => platforms);
      expect(new Set(confidences.map(({ confidence }) => confidence)))
        .toEqual(new Set(["exact", "high", "review"]));
      const coverage = games.flatMap(({ coverage }) => coverage);
      expect(new Set(coverage.map(({ status }) => status)))
        .toEqual(new Set(["listed", "not_listed", "not_checked"]));
      await sandbox.stop();
    },
    300_000,
  );
});
