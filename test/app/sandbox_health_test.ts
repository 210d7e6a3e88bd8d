/** What a sandbox reports of its providers, and how often it asks the schedule. @module */
import { expect, test } from "bun:test";
import { control } from "../simulator/kit/support.ts";
import { startLoneGames } from "./game/lone_games.ts";
import { openSandbox } from "./open_sandbox.ts";
import { expectHealthy, expectNoneRefused, illOf, logOf, unmet } from "./sandbox_health.ts";

/** A Saturday with many games, at a high speed. */
const FAST = { SANDBOX_START: "2026-11-21T18:00:00Z", SANDBOX_SPEED: "60" };

/** What is not called by the games alone. */
const NOT_OF_GAMES = /^(oracle|exchange|venue orders|venue stream)/;

/** Calls to the schedule that are looked at: half an hour of the clock, on a Saturday. */
const SCHEDULE_CALLS = 150;

/** The schedule is asked at most 60 times in any 5 minutes, and mostly for today. */
async function expectSparingCalls(schedule: string): Promise<void> {
  await control(`${schedule}/__log`, "DELETE");
  const enough = async () => {
    const { length } = await logOf(schedule);
    return length >= SCHEDULE_CALLS ? [] : [`${length} of ${SCHEDULE_CALLS} calls`];
  };
  expect(await unmet(enough)).toEqual([]);
  const calls = await logOf(schedule);
  const atMs = calls.map(({ at }) => Date.parse(at));
  const crowded = atMs.filter((ms, i) => (atMs[i + 60] ?? Infinity) - ms <= 300_000);
  expect(crowded).toEqual([]);
  const today = calls.filter(({ path }) =>
    new URL(path, schedule).searchParams.get("dates") === "20261121"
  );
  expect(today.length).toBeGreaterThan(SCHEDULE_CALLS / 2);
}

test("a sandbox at speed 60 has healthy providers, none of which refuses it", async () => {
  // With every league, as users start it.
  const sandbox = await openSandbox({ ...FAST, LEAGUES: "" });
  await expectHealthy(sandbox);
  await sandbox.stop();
}, 900_000);

test("every league at speed 60 is read without a refusal, and then sparingly", async () => {
  // Every league and day of an ordinary sandbox; each platform is scanned once.
  const games = startLoneGames({ ...FAST, PLATFORMS_EVERY_S: "86400" });
  const isOfGames = ({ name }: { readonly name: string }) => !NOT_OF_GAMES.test(name);
  const ill = async () => {
    const { providers, jobs } = await games.health();
    return illOf({ providers: providers.filter(isOfGames), jobs });
  };
  expect(await unmet(ill)).toEqual([]);
  await expectNoneRefused(games.urlOf);
  await expectSparingCalls(games.urlOf("schedule"));
  await games.stop();
}, 900_000);
