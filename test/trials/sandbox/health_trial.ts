/** What a sandbox reports of its providers, at a high speed and of slow ones. @module */
import { afterAll, expect, test } from "bun:test";
import { openSandbox } from "../../app/open_sandbox.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { control } from "../../simulator/kit/support.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";

/** The providers that are called, and the jobs that were done, as on the status page. */
interface Health {
  readonly providers: ReadonlyArray<{ readonly name: string; readonly state: string }>;
  readonly jobs: ReadonlyArray<{ readonly name: string; readonly ok: boolean }>;
}

/** They are asked about what a wallet does, and here none does anything. */
const OF_WALLETS = ["venue user stream", "venue relayer", "chain"];

/** Providers that are not healthy, and jobs that were not done well. */
function illOf({ providers, jobs }: Health): ReadonlyArray<string> {
  const ill = providers.filter(({ name, state }) =>
    state !== "healthy" && !(state === "unknown" && OF_WALLETS.includes(name))
  );
  const undone = ["schedule", "scores", "platforms", "read_model"]
    .filter((job) => jobs.find(({ name }) => name === job)?.ok !== true);
  return [...ill.map(({ name, state }) => `${name} is ${state}`), ...undone];
}

/** A request that a simulator has answered. */
interface Logged {
  readonly at: string;
  readonly path: string;
  readonly status: number;
}

/** The requests that a simulator has answered, the oldest first. */
const logOf = async (url: string) =>
  (await control<{ readonly requests: ReadonlyArray<Logged> }>(`${url}/__log`, "GET")).body
    .requests;

/** Calls to the schedule that are looked at: half an hour of the clock, on a Saturday. */
const SCHEDULE_CALLS = 150;

/** The schedule is asked at most 60 times in any 5 minutes, and mostly for today. */
async function expectSparingCalls(schedule: string): Promise<void> {
  await control(`${schedule}/__log`, "DELETE");
  await calmly(async () => (await logOf(schedule)).length >= SCHEDULE_CALLS);
  const calls = await logOf(schedule);
  const atMs = calls.map(({ at }) => Date.parse(at));
  expect(atMs.filter((ms, i) => (atMs[i + 60] ?? Infinity) - ms <= 300_000)).toEqual([]);
  const today = calls.filter(({ path }) =>
    new URL(path, schedule).searchParams.get("dates") === "20261121"
  );
  expect(today.length).toBeGreaterThan(SCHEDULE_CALLS / 2);
}

test.skipIf(isShort)(
  "a sandbox at speed 60 has healthy providers, none of which refuses it, and asks sparingly",
  async () => {
    // A Saturday with many games of every league.
    const settings = { SANDBOX_START: "2026-11-21T18:00:00Z", SANDBOX_SPEED: "60", LEAGUES: "" };
    const { url, said, stop } = await openSandbox(settings);
    await calmly(async () => {
      const response = await fetch(`${url}/api/v1/status`);
      return illOf(await response.json() as Health).length === 0;
    });
    const urlOf = (name: string) => said(new RegExp(`${name} +(http:\\S+)`));
    for (const name of ["kalshi", "sx_bet", "limitless", "schedule"]) {
      const requests = await logOf(urlOf(name));
      expect(requests.length).toBeGreaterThan(0);
      const refused = requests.filter(({ status }) => status !== 200);
      expect([name, refused]).toEqual([name, []]);
      tell({ done: "calls of games", count: requests.length, wrong: 0 });
    }
    await expectSparingCalls(urlOf("schedule"));
    await stop();
  },
);

test.skipIf(isShort)(
  "the demo user's wallet is ready though the venue takes its time",
  async () => {
    const { simulators, settings } = startWorld({ startIso: new Date().toISOString(), speed: 1 });
    // Each answer is in time, all of them together take seconds.
    const slow = { match: "GET /", kind: "delay", delay_ms: 2_000 };
    await control(`${simulators.urlOf("venue-orders")}/__faults`, "POST", slow);
    const folder = makeFolder();
    afterAll(folder.remove);
    const demo = await openSandbox({ ...settings, DATA_DIR: folder.path });
    expect(demo.greeting).not.toContain("not ready");
    tell({ done: "slow starts", count: 1 });
    await demo.stop();
    await simulators.stop();
  },
);
