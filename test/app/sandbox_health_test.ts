/** What a sandbox reports of its providers, and how often it asks the schedule. @module */
import { describe, expect, test } from "bun:test";
import { control } from "../simulator/kit/support.ts";
import { openSandbox } from "./open_sandbox.ts";

interface Status {
  readonly providers: ReadonlyArray<{ readonly name: string; readonly state: string }>;
  readonly jobs: ReadonlyArray<{ readonly name: string; readonly ok: boolean }>;
}

const statusOf = async (url: string) =>
  await (await fetch(`${url}/api/v1/status`)).json() as Status;

/**
 * Waits until nothing is unmet, and returns what still is when it has not changed for three
 * minutes: a busy machine may be slow, as long as it gets on.
 */
async function unmet(facts: () => Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> {
  let left = await facts();
  for (let tries = 0; tries < 1_800 && left.length > 0; tries++) {
    await Bun.sleep(100);
    const next = await facts();
    if (next.join() !== left.join()) tries = 0;
    left = next;
  }
  return left;
}

/** Providers that are not healthy, and jobs that were not done well. */
async function illOf(url: string): Promise<ReadonlyArray<string>> {
  const { providers, jobs } = await statusOf(url);
  const ill = providers.filter(({ state }) => state !== "healthy");
  const undone = ["schedule", "scores", "platforms", "read_model"]
    .filter((job) => jobs.find(({ name }) => name === job)?.ok !== true);
  return [...ill.map(({ name, state }) => `${name} is ${state}`), ...undone];
}

interface Logged {
  readonly at: string;
  readonly path: string;
  readonly status: number;
}

const logOf = async (url: string) =>
  (await control<{ requests: ReadonlyArray<Logged> }>(`${url}/__log`, "GET")).body.requests;

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

describe("a healthy sandbox", () => {
  test.each([["1", () => Promise.resolve()], ["60", expectSparingCalls]] as const)(
    "at speed %s has healthy providers, none of which refuses it",
    async (speed, expectMore) => {
      const sandbox = await openSandbox({ ...ALL, SANDBOX_SPEED: speed });
      const at = (name: string) => sandbox.said(new RegExp(`${name} +(http:\\S+)`));
      expect(await unmet(() => illOf(sandbox.url))).toEqual([]);
      for (const name of ["kalshi", "sx_bet", "limitless", "schedule"]) {
        const statuses = (await logOf(at(name))).map(({ status }) => status);
        expect(statuses.length).toBeGreaterThan(0);
        expect(statuses.filter((status) => status !== 200)).toEqual([]);
      }
      await expectMore(at("schedule"));
      await sandbox.stop();
    },
    900_000,
  );
});
