/** Games of replicas on one store, and a day of them as users see it. @module */
import { afterAll, expect, test } from "bun:test";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { startSandbox } from "../../app/process.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";

const KEY = "sk_test_games_of_a_sandbox";
const HEADERS = { "x-api-key": KEY };

/** A game, as far as this trial looks at it. */
interface GameBody {
  readonly status: string;
  readonly platforms: ReadonlyArray<{ readonly confidence: string }>;
  readonly coverage: ReadonlyArray<{ readonly status: string }>;
}

/** Does jobs now, and gives the result of each. */
async function jobsOf(url: string, ...jobs: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const response = await fetch(`${url}/__refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jobs }),
  });
  const body = await response.json() as { readonly jobs: ReadonlyArray<{ result: string }> };
  return body.jobs.map(({ result }) => result);
}

const pageOf = (url: string, day: string, cursor: string | null) =>
  fetch(
    `${url}/api/v1/games?day=${day}&include=platforms,coverage&limit=50` +
      (cursor === null ? "" : `&cursor=${cursor}`),
    { headers: HEADERS },
  );

/** Every game of a day, page by page. */
async function readGames(url: string, day: string): Promise<ReadonlyArray<GameBody>> {
  const games: Array<GameBody> = [];
  let cursor: string | null = null;
  do {
    const response = await pageOf(url, day, cursor);
    expect(response.status).toBe(200);
    const body = await response.json() as {
      readonly data: ReadonlyArray<GameBody>;
      readonly next_cursor: string | null;
    };
    games.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return games;
}

/** A seed is a schema: no other test has this one. */
const SEED = 640_613;

test.skipIf(serverSkip.skip !== undefined)(
  withReason(
    "replicas on one store let one lead, agree on what is read, and take over from a killed one",
    serverSkip.skip,
  ),
  async () => {
    const day = "2026-11-20";
    const folder = makeFolder();
    const world = startWorld({ startIso: `${day}T18:00:00Z`, speed: 1, seed: SEED });
    const dropped = () => dropSchema(serverUrl, `strikeline_sandbox_${SEED}`);
    await dropped();
    afterAll(async () => {
      await world.simulators.stop();
      folder.remove();
      await dropped();
    });
    const start = (name: string) =>
      startSandbox({
        ...world.settings,
        DATABASE_URL: serverUrl,
        DATA_DIR: `${folder.path}/${name}`,
        SANDBOX_API_KEY: KEY,
        LEAGUES: "nba,epl,wsl",
        // Only what this trial asks for happens while it compares.
        SCHEDULE_EVERY_S: "86400",
        SCORES_EVERY_S: "86400",
        PLATFORMS_EVERY_S: "86400",
      });
    const first = await start("first");
    expect(await jobsOf(first.url, "schedule", "platforms")).toEqual(["ok", "ok"]);
    const second = await start("second");
    expect(await jobsOf(second.url, "schedule", "read_model")).toEqual(["led_elsewhere", "ok"]);
    expect(await jobsOf(first.url, "read_model")).toEqual(["ok"]);
    const games = await readGames(first.url, day);
    expect(games.length).toBeGreaterThan(0);
    expect(await readGames(second.url, day)).toEqual(games);
    const [tag, other] = await Promise.all(
      [first, second].map(async ({ url }) => (await pageOf(url, day, null)).headers.get("etag")),
    );
    expect(tag).toBeString();
    expect(other).toBe(tag ?? null);

    first.kill("SIGKILL");
    await first.exited;
    await calmly(async () => (await jobsOf(second.url, "scores"))[0] === "ok");
    second.kill("SIGTERM");
    expect(await second.exited).toBe(0);
    tell({ done: "games of two replicas", count: games.length, wrong: 0 });
  },
);

const title = "a day of games in a sandbox shows every status, confidence and coverage";
test.skipIf(isShort)(
  withReason(title, isShort ? "skipped: a short trial" : undefined),
  async () => {
    const day = "2026-07-04";
    const { url, stop } = await openSandbox({
      SANDBOX_SEED: "77",
      SANDBOX_START: `${day}T18:00:00Z`,
      SANDBOX_API_KEY: KEY,
      LEAGUES: "",
    });
    expect(await jobsOf(url, "schedule", "scores", "platforms", "read_model"))
      .toEqual(["ok", "ok", "ok", "ok"]);
    const games = await readGames(url, day);
    expect(new Set(games.map(({ status }) => status)))
      .toEqual(new Set(["scheduled", "live", "finished", "postponed", "cancelled"]));
    expect(new Set(games.flatMap(({ platforms }) => platforms).map(({ confidence }) => confidence)))
      .toEqual(new Set(["exact", "high", "review"]));
    expect(new Set(games.flatMap(({ coverage }) => coverage).map(({ status }) => status)))
      .toEqual(new Set(["listed", "not_listed", "not_checked"]));
    await stop();
    tell({ done: "games of a day", count: games.length, wrong: 0 });
  },
);
