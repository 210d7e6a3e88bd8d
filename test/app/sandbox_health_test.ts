/** What a sandbox says of its providers, and how often it asks the schedule. @module */
import { describe, expect, test } from "bun:test";
import { control } from "../simulation/support.ts";
import { startSandbox } from "./process.ts";

interface Status {
  readonly providers: ReadonlyArray<{ readonly name: string; readonly state: string }>;
  readonly jobs: ReadonlyArray<{ readonly name: string; readonly ok: boolean }>;
}

const statusOf = async (url: string) =>
  await (await fetch(`${url}/api/v1/status`)).json() as Status;

/** Waits until all of it is true, and gives what is not when it has waited long enough. */
async function unmet(facts: () => Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> {
  let left = await facts();
  for (let tries = 0; tries < 600 && left.length > 0; tries++) {
    await Bun.sleep(100);
    left = await facts();
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

describe("a healthy sandbox", () => {
  test.each(["1", "60"])(
    "at speed %s has healthy providers, none of which turns it away",
    async (speed) => {
      const sandbox = await startSandbox({ ...ALL, SANDBOX_SPEED: speed });
      const at = (name: string) => sandbox.waitFor(new RegExp(`${name} +(http:\\S+)`));
      expect(await unmet(() => illOf(sandbox.url))).toEqual([]);
      for (const name of ["kalshi", "sx_bet", "limitless", "schedule"]) {
        const statuses = (await logOf(await at(name))).map(({ status }) => status);
        expect(statuses.length).toBeGreaterThan(0);
        expect(statuses.filter((status) => status !== 200)).toEqual([]);
      }
      sandbox.kill();
      await sandbox.exited;
    },
    120_000,
  );

  test(
    "asks the schedule at most 60 times in any 5 minutes, once it has read all of it",
    async () => {
      const sandbox = await startSandbox({ ...ALL, SANDBOX_SPEED: "60" });
      const schedule = await sandbox.waitFor(/schedule +(http:\S+)/);
      expect(await unmet(() => illOf(sandbox.url))).toEqual([]);
      await control(`${schedule}/__log`, "DELETE");
      // A quarter of an hour of its clock, on a Saturday.
      const CALLS = 150;
      const enough = async () => (await logOf(schedule)).length >= CALLS ? [] : ["more calls"];
      expect(await unmet(enough)).toEqual([]);
      const calls = await logOf(schedule);
      const atMs = calls.map(({ at }) => Date.parse(at));
      const crowded = atMs.filter((ms, i) => (atMs[i + 60] ?? Infinity) - ms <= 300_000);
      expect(crowded).toEqual([]);
      const days = new Set(
        calls.map(({ path }) => new URL(path, schedule).searchParams.get("dates")),
      );
      expect(days.has("20261121")).toBe(true);
      const today = calls.filter(({ path }) => path.includes("dates=20261121"));
      expect(today.length).toBeGreaterThan(CALLS / 2);
      sandbox.kill();
      await sandbox.exited;
    },
    180_000,
  );
});
