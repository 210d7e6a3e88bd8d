/** How a service starts and ends as a process. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import process from "node:process";
import { isRunning } from "../../../app/system/system_process.ts";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { RARE_GAMES, type Settings } from "../../app/environment.ts";
import { startProcess, startProgram, startSandbox } from "../../app/process.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { control, ORACLE_KEY } from "../../simulator/kit/support.ts";
import { startHeldProvider } from "../../stage/held_provider.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
const world = startWorld({ startIso: "2026-11-20T12:00:00Z", speed: 1 });
afterAll(async () => {
  await world.simulators.stop();
  folder.remove();
});
const spot = world.simulators.urlOf("exchange-spot");
let isHolding = false;
const held = startHeldProvider(spot, (_, path) => isHolding && path === "/api/v3/aggTrades");
const settings: Settings = {
  ...world.settings,
  ...RARE_GAMES,
  DATA_DIR: folder.path,
  BINANCE_SPOT_URL: held.url,
  BINANCE_SPOT_WS_URL: spot.replace("http", "ws"),
};

const ask = (url: string, hour: number) =>
  fetch(
    `${url}/api/v1/targets/timestamp?asset=eth&type=1h&timestamp=2026-11-19T0${hour}:00:00Z`,
  );

/** Two lives of one service, the first of which ends by kill -9. */
const killed = await startSandbox(settings);
const before = await ask(killed.url, 6);
killed.kill("SIGKILL");
await killed.exited;
const service = await startSandbox(settings);

/** Starts a sandbox that another process has started, and which prints where that one does. */
async function startLaunched(name: string, ...args: ReadonlyArray<string>) {
  const code = `const { COMMAND } = process.env;
    const { pid, exited } = Bun.spawn(JSON.parse(COMMAND), { stdio: [null, "inherit", "inherit"] });
    console.log("launched", pid);
    await exited;`;
  const data = `${folder.path}/${name}`;
  const launcher = startProgram([process.execPath, "-e", code], {
    settings: {
      ...RARE_GAMES,
      PORT: "0",
      DATA_DIR: data,
      // What opens as a service ends may be left in its journal: here, no window does.
      SANDBOX_START: "2026-11-20T12:01:00Z",
      COMMAND: JSON.stringify([...COMMAND_LINE, "sandbox", ...args]),
    },
  });
  const pid = Number(await launcher.waitFor(/launched (\d+)/));
  afterAll(() => isRunning(pid) && process.kill(pid, "SIGKILL"));
  const url = await launcher.waitFor(/service +(http:\S+)/);
  return { launcher, pid, url, left: () => readdirSync(`${data}/sandbox_1`) };
}

/** How a service that must not start ends. */
async function refusalOf(more: Settings) {
  const refused = startProcess("sandbox", { PORT: "0", ...more });
  return { code: await refused.exited, lines: refused.logged().trim().split("\n") };
}

describe("a service as a process", () => {
  test("does not start in a folder that another one uses, even in another container", async () => {
    const refusal = {
      code: 1,
      lines: [expect.stringMatching(
        /^Cannot open the store: .* is in use by the service at http:\S+ \(pid \d+\); stop that/,
      )],
    };
    expect(await refusalOf(settings)).toEqual(refusal);
    // In another container, the claim's process id says nothing.
    const store = `${folder.path}/sandbox_1`;
    for (const name of new Bun.Glob("store.*.lock").scanSync(store)) rmSync(`${store}/${name}`);
    expect(await refusalOf(settings)).toEqual(refusal);
  });

  test("does not start on a port that is taken", async () => {
    const { port } = new URL(service.url);
    const { pid } = service;
    expect(await refusalOf({ PORT: port })).toEqual({
      code: 1,
      lines: [expect.stringMatching(
        new RegExp(
          `^Cannot listen: port ${port} is taken by Strikeline \\(\\w+, pid ${pid}\\); ` +
            `set PORT to another, or stop it: kill ${pid}$`,
        ),
      )],
    });
  });

  test("reports in one line each what is wrong with its settings", async () => {
    const { code, lines } = await refusalOf({
      PORT: "70000",
      RATE_LIMIT_PUBLIC: "many",
      BINANCE_SPOT_URL: "https://api.binance.com",
      DATABASE_URL: "mysql://secret@host/db",
    });
    expect(code).toBe(1);
    expect(lines.map((line) => line.split(":")[0])).toEqual([
      'Cannot use PORT "70000"',
      'Cannot use RATE_LIMIT_PUBLIC "many"',
      "Cannot use DATABASE_URL",
      'Cannot use BINANCE_SPOT_URL "https',
    ]);
    expect(lines.join()).not.toContain("secret");
  });

  test("has after kill -9 what it answered before, and asks no provider again", async () => {
    expect([before.status, before.headers.get("x-cache")]).toEqual([200, "MISS"]);
    const { price } = await before.json() as { readonly price: number };
    await control(`${spot}/__log`, "DELETE");
    const again = await ask(service.url, 6);
    expect([again.status, again.headers.get("x-cache")]).toEqual([200, "HIT"]);
    expect(await again.json()).toMatchObject({ price });
    const { body } = await control<{ readonly requests: ReadonlyArray<{ path: string }> }>(
      `${spot}/__log`,
      "GET",
    );
    expect(body.requests.filter(({ path }) => path.includes("aggTrades"))).toEqual([]);
  });

  test("fills its store with past targets for an operator's command", async () => {
    const backfill = startProcess("backfill", settings, [
      ...["--asset", "btc", "--type", "1hour", "--from", "2026-11-01", "--to", "2026-11-11"],
      "--sandbox",
    ]);
    expect(await backfill.exited).toBe(0);
    expect(backfill.printed()).toMatch(/240\/240 .*done[^]*\n +missing +0\n$/);
    const range = "type=1hour&start=2026-11-01&end=2026-11-11";
    const filled = await fetch(`${service.url}/api/v1/history/range?${range}`);
    expect(filled.headers.get("x-cache")).toBe("HIT");
    expect((await filled.json() as { timeseries: unknown }).timeseries).toHaveLength(240);
  });

  test("answers after SIGTERM what it had begun, tells its streams, and ends with 0", async () => {
    const client = new StreamClient(service.url);
    expect(await client.opened).toBe(true);
    await client.roundTrip();
    isHolding = true;
    const answer = ask(service.url, 7);
    await held.arrived;
    service.kill("SIGTERM");
    expect(await client.ended).toMatchObject({ code: 1001 });
    held.release();
    expect((await answer).status).toBe(200);
    expect(await service.exited).toBe(0);
  });

  test("ends in order when what has started it is killed, unless it is detached", async () => {
    const [attached, detached] = await Promise.all([
      startLaunched("attached"),
      startLaunched("detached", "--detach"),
    ]);
    for (const { launcher } of [attached, detached]) launcher.kill("SIGKILL");
    // What it printed into ends with it.
    await attached.launcher.exited;
    expect(attached.launcher.logged()).toMatch(
      /^Stopping: bun \(pid \d+\), which has started this/m,
    );
    expect(attached.left()).toEqual(["store", "world.sqlite"]);
    expect((await fetch(`${detached.url}/health`)).status).toBe(200);
    process.kill(detached.pid, "SIGTERM");
    await detached.launcher.exited;
    expect(detached.left()).toEqual(["store", "world.sqlite"]);
  });

  test("logs lines of JSON without credentials", () => {
    const logged = killed.logged() + service.logged();
    const lines = logged.trim().split("\n");
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        at: expect.any(String),
        level: expect.any(String),
      });
    }
    expect(lines.length).toBeGreaterThan(1);
    expect(logged).not.toContain(ORACLE_KEY.apiSecret);
  });
});
