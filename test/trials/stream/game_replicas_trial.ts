/** Replicas that share their games. @module */
import { afterAll, describe, expect, test } from "bun:test";
import postgres from "postgres";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { withReason } from "../../skip_reason.ts";
import { calmly } from "../calmly.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";
import { startSandbox } from "../../app/process.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { GAMES_KEY, readGames } from "./game_reader.ts";

/** A seed is a schema: no other test has this one. */
const SEED = 640_613;
const DAY = "day=2026-11-20";

/** Requests jobs, and returns the result of each. */
async function jobsOf(url: string, ...jobs: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const response = await fetch(`${url}/__refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jobs }),
  });
  const body = await response.json() as { readonly jobs: ReadonlyArray<{ result: string }> };
  return body.jobs.map(({ result }) => result);
}

async function tagOf(url: string): Promise<string | null> {
  const response = await fetch(`${url}/api/v1/games?${DAY}&include=platforms,coverage`, {
    headers: { "x-api-key": GAMES_KEY },
  });
  return response.headers.get("etag");
}

describe("replicas on one store", () => {
  test.skipIf(serverSkip.skip !== undefined || isShort)(
    withReason(
      "let one lead, agree on what is read, and take over from a killed one",
      serverSkip.skip,
    ),
    async () => {
      const sql = postgres(serverUrl, { onnotice: () => {} });
      const dropped = () => sql`drop schema if exists ${sql(`strikeline_sandbox_${SEED}`)} cascade`;
      await dropped();
      const folder = makeFolder();
      const world = startWorld({ startIso: "2026-11-20T18:00:00Z", speed: 1, seed: SEED });
      afterAll(async () => {
        await world.simulators.stop();
        folder.remove();
        await dropped();
        await sql.end();
      });
      const start = (name: string) =>
        startSandbox({
          ...world.settings,
          DATABASE_URL: serverUrl,
          DATA_DIR: `${folder.path}/${name}`,
          SANDBOX_API_KEY: GAMES_KEY,
          LEAGUES: "nba,epl,wsl",
          // Only what this test requests happens while it compares.
          SCHEDULE_EVERY_S: "86400",
          SCORES_EVERY_S: "86400",
          PLATFORMS_EVERY_S: "86400",
        });
      const first = await start("first");
      expect(await jobsOf(first.url, "schedule", "platforms")).toEqual(["ok", "ok"]);
      const second = await start("second");
      expect(await jobsOf(second.url, "schedule", "read_model")).toEqual(["led_elsewhere", "ok"]);
      expect(await jobsOf(first.url, "read_model")).toEqual(["ok"]);
      const games = await readGames(first.url, DAY);
      expect(games.length).toBeGreaterThan(0);
      expect(await readGames(second.url, DAY)).toEqual(games);
      expect(await tagOf(second.url)).toBe(await tagOf(first.url));

      first.kill("SIGKILL");
      await first.exited;
      let results: ReadonlyArray<string> = [];
      await calmly(async () => {
        results = await jobsOf(second.url, "scores");
        return results[0] === "ok";
      });
      expect(results).toEqual(["ok"]);
      tell({ done: "take-overs", count: 1 });
      second.kill("SIGTERM");
      expect(await second.exited).toBe(0);
    },
  );
});
