/** What a sandbox reports of its providers, and how often it asks the schedule. @module */
import { expect, test } from "bun:test";
import { control } from "../simulator/kit/support.ts";
import { openSandbox } from "./open_sandbox.ts";
import { expectHealthy, logOf, unmet } from "./sandbox_health.ts";

/** Every league and game: what an ordinary sandbox has. */
const ALL = { LEAGUES: "", SANDBOX_START: "2026-11-21T18:00:00Z" };

/** Calls to the schedule that are looked at: a quarter of an hour of the clock, on a Saturday. */
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
  const sandbox = await openSandbox({ ...ALL, SANDBOX_SPEED: "60" });
  await expectHealthy(sandbox);
  await expectSparingCalls(sandbox.said(/schedule +(http:\S+)/));
  await sandbox.stop();
}, 900_000);
