/** The doctor on live mode's settings, with simulators in the providers' place. */
import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { Option, Result } from "effect";
import { examine } from "../../app/doctor.ts";
import type { DoctorRow } from "../../app/doctor/doctor_report.ts";
import { checkPort } from "../../app/doctor/port_check.ts";
import { checkStore } from "../../app/doctor/store_check.ts";
import { makeSandboxClock } from "../../app/simulator/kit/clock.ts";
import { startSimulators } from "../../app/simulator/start_simulators.ts";
import { readEnvironment, readSettings } from "../../app/settings/settings.ts";
import { ORACLE_KEY } from "../simulator/kit/support.ts";
import { serverSkip, serverUrl } from "../adapters/postgres/fresh_schema.ts";
import { withReason } from "../skip_reason.ts";
import { COMMAND_LINE } from "./command_line.ts";
import { addSealed } from "./doctor/add_sealed.ts";
import type { Settings } from "./environment.ts";
import { makeFolder, startProcess } from "./process.ts";
import { runToEnd } from "./run_to_end.ts";

const TIMEOUT_MS = 400_000;

/** Simulators whose clock is so far ahead of the machine's, and the settings of live mode. */
function simulated(aheadMs: number): Settings {
  const simulators = startSimulators({
    seed: 1,
    clock: makeSandboxClock({ startMs: Date.now() + aheadMs }),
    oracleKey: ORACLE_KEY,
    urls: new Map(),
    portBase: Option.none(),
  });
  afterAll(simulators.stop);
  const { path, remove } = makeFolder();
  afterAll(remove);
  const ws = (name: Parameters<typeof simulators.urlOf>[0]) =>
    simulators.urlOf(name).replace("http", "ws");
  return {
    DATA_DIR: path,
    PORT: "0",
    LEAGUES: "wsl",
    CHAINLINK_URL: simulators.urlOf("oracle"),
    BINANCE_SPOT_URL: simulators.urlOf("exchange-spot"),
    BINANCE_SPOT_MIRROR_URL: simulators.urlOf("exchange-spot"),
    BINANCE_FUTURES_URL: simulators.urlOf("exchange-futures"),
    BINANCE_ARCHIVE_URL: `${simulators.urlOf("exchange-spot")}/archive`,
    BINANCE_SPOT_WS_URL: ws("exchange-spot"),
    BINANCE_FUTURES_WS_URL: ws("exchange-futures"),
    POLYMARKET_GAMMA_URL: simulators.urlOf("venue-metadata"),
    POLYMARKET_DATA_URL: simulators.urlOf("site"),
    POLYMARKET_SITE_URL: simulators.urlOf("site"),
    POLYMARKET_CLOB_URL: simulators.urlOf("venue-orders"),
    POLYMARKET_CLOB_WS_URL: ws("venue-orders"),
    HYPERLIQUID_URL: simulators.urlOf("venue2"),
    ESPN_URL: simulators.urlOf("schedule"),
    ESPN_MIRROR_URL: simulators.urlOf("schedule"),
    KALSHI_URL: simulators.urlOf("kalshi"),
    LIMITLESS_URL: simulators.urlOf("limitless"),
    SX_BET_URL: simulators.urlOf("sx_bet"),
  };
}

const agreeing = simulated(0);
const walletKey = () => randomBytes(32).toString("base64");

const troublesOf = (rows: ReadonlyArray<DoctorRow>) =>
  rows.filter(({ state }) => state === "trouble");
const rowOf = (rows: ReadonlyArray<DoctorRow>, check: string) => {
  const row = rows.find((row) => row.check === check);
  if (row === undefined) throw new Error(`there is no row ${check}`);
  return row;
};

const readAll = (settings: Settings) => Result.getOrThrow(readEnvironment(settings, readSettings));

const newFolder = () => {
  const { path, remove } = makeFolder();
  afterAll(remove);
  return path;
};

describe("the doctor", () => {
  test("finds no trouble where all is well, and creates nothing", async () => {
    const rows = await examine(agreeing);
    expect(troublesOf(rows)).toEqual([]);
    for (const name of ["exchange", "venue orders", "hyperliquid", "oracle"]) {
      expect(rowOf(rows, `clock: ${name}`).finding).toStartWith("agrees (+-");
    }
    expect(rowOf(rows, "store").finding).toStartWith("none yet; the first start creates it in ");
    expect(rows.filter(({ check }) => check.startsWith("provider: ")).length).toBeGreaterThan(15);
    expect(readdirSync(agreeing["DATA_DIR"] ?? "")).toEqual([]);
  }, TIMEOUT_MS);

  test.each([[3_000, /^[23]\.\d s behind /], [-3_000, /^[23]\.\d s ahead /]] as const)(
    "finds a clock that is %d ms off by every provider's",
    async (aheadMs, says) => {
      const rows = (await examine(simulated(aheadMs))).filter(({ check }) =>
        check.startsWith("clock: ")
      );
      expect(rows).toHaveLength(4);
      for (const { state, finding, remedy } of rows) {
        expect(finding).toMatch(says);
        expect([state, remedy]).toEqual(["trouble", expect.stringContaining("NTP")]);
      }
    },
    TIMEOUT_MS,
  );

  test("opens wallets and webhooks with the right key, and says which key is missing", async () => {
    const settings = { ...agreeing, DATA_DIR: newFolder(), WALLET_KEY: walletKey() };
    await addSealed(readAll(settings));
    const finding = async (more: Settings) =>
      rowOf((await checkStore(readAll({ ...settings, ...more }))).rows, "wallet key");
    expect(await finding({}))
      .toMatchObject({ state: "ok", finding: "opens 1 wallets and 1 webhooks" });
    const wrong = await finding({ WALLET_KEY: walletKey() });
    expect(wrong.state).toBe("trouble");
    expect(wrong.finding).toStartWith("1 of 1 wallets and 1 of 1 webhooks do not open; ");
    expect(wrong.finding).toMatch(/; [0-9a-f-]{36}: Cannot open a secret: .* is not set$/);
    expect(wrong.remedy).toStartWith("Set WALLET_KEY to the key that sealed them");
    const former = await finding({
      WALLET_KEY: walletKey(),
      WALLET_KEY_PREVIOUS: settings.WALLET_KEY,
    });
    expect(former).toMatchObject({ state: "ok", remedy: expect.stringContaining("rotate") });
    expect(await finding({ WALLET_KEY: "" })).toMatchObject({
      state: "trouble",
      finding: "WALLET_KEY is not set, and 1 wallets and 1 webhooks are sealed",
    });
  }, TIMEOUT_MS);

  test("finds that DATA_DIR is a file, or cannot be seen, and calls no such store ok", async () => {
    const folder = newFolder();
    writeFileSync(`${folder}/file`, "");
    mkdirSync(`${folder}/strange/live`, { recursive: true });
    writeFileSync(`${folder}/strange/live/store`, "");
    mkdirSync(`${folder}/hidden/live`, { recursive: true });
    // A link to itself, because nothing is hidden from a test that runs as root.
    symlinkSync("store", `${folder}/hidden/live/store`);
    symlinkSync("loop", `${folder}/loop`);
    const found = async (dataDir: string) => {
      const { rows } = await checkStore(readAll({ ...agreeing, DATA_DIR: dataDir }));
      return rows.map(({ check, state, finding }) => `${check} ${state} ${finding}`);
    };
    const disk = `none yet; the first start would create it, were it not for the disk`;
    for (const path of ["file", "file/below"]) {
      expect(await found(`${folder}/${path}`))
        .toEqual([`store off ${disk}`, `disk trouble ${folder}/file is a file`]);
    }
    expect(await found(`${folder}/loop`)).toEqual([
      `store trouble ${folder}/loop/live/store cannot be seen by this user`,
      `disk trouble ${folder}/loop cannot be seen by this user`,
    ]);
    expect((await found(`${folder}/hidden`))[0])
      .toBe(`store trouble ${folder}/hidden/live/store cannot be seen by this user`);
    expect((await found(`${folder}/strange`))[0])
      .toBe(`store trouble ${folder}/strange/live/store is a file`);
  }, TIMEOUT_MS);

  test("finds what cannot be reached, and a port of another program", async () => {
    const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hi") });
    const port = String(other.port);
    const rows = await examine({
      ...agreeing,
      PORT: port,
      REDIS_URL: "redis://:sesame@127.0.0.1:1",
      DATABASE_URL: "postgres://user:sesame@127.0.0.1:1/name",
      KALSHI_URL: "http://127.0.0.1:1",
    });
    await other.stop(true);
    expect(troublesOf(rows).map(({ check }) => check)).toEqual([
      "store",
      "redis",
      "port",
      "provider: kalshi",
    ]);
    expect(rowOf(rows, "store").finding).toContain("127.0.0.1:1 refuses connections");
    expect(rowOf(rows, "redis").finding).toStartWith("127.0.0.1:1 does not answer (");
    expect(rowOf(rows, "port")).toMatchObject({
      finding: `127.0.0.1:${port} is in use by another program`,
      remedy: "Set PORT to another, or stop that program",
    });
    for (const { remedy } of troublesOf(rows)) expect(remedy).not.toBe("");
    expect(JSON.stringify(rows)).not.toContain("sesame");
  }, TIMEOUT_MS);

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("finds a server that is read-only", serverSkip.skip),
    async () => {
      const url = new URL(serverUrl);
      url.searchParams.set("options", "-c default_transaction_read_only=on");
      const { rows } = await checkStore(readAll({ ...agreeing, DATABASE_URL: url.href }));
      const row = rowOf(rows, "store");
      expect(row).toMatchObject({
        state: "trouble",
        finding: expect.stringMatching(/^PostgreSQL \d+\.\d+, \d+ MiB, read-only$/),
        remedy: expect.stringContaining("primary"),
      });
    },
    TIMEOUT_MS,
  );

  test("reports wrong settings alone", async () => {
    const rows = await examine({ ...agreeing, PORT: "70000", WALLET_KEY: "sesame" });
    expect(rows.map(({ check, state }) => [check, state])).toEqual([
      ["settings", "trouble"],
      ["settings", "trouble"],
      ["everything else", "off"],
    ]);
    expect(JSON.stringify(rows)).not.toContain("sesame");
  });
});

describe("bun run doctor", () => {
  const run = (settings: Settings, ...args: ReadonlyArray<string>) =>
    runToEnd([...COMMAND_LINE, "doctor", ...args], { settings });

  test("prints a table, and exits with 0 where there is no trouble", async () => {
    const { code, printed, logged } = await run(agreeing);
    expect({ code, logged, printed }).toMatchObject({ code: 0, logged: "" });
    expect(printed).toMatch(/^check +state +finding$/m);
    expect(printed).toMatch(/^settings +ok +every setting can be used$/m);
    expect(printed).toContain("\nNo trouble found\n");
  }, TIMEOUT_MS);

  test("asks a running service for its store, and exits with 1 if it has another key", async () => {
    const settings = { ...agreeing, DATA_DIR: newFolder(), WALLET_KEY: walletKey() };
    await addSealed(readAll(settings));
    const live = startProcess("start", settings);
    const url = await live.waitFor(/answers on (http:\S+)/);
    const atPort = { ...settings, PORT: new URL(url).port };
    const { rows: same, ownUrl } = await checkStore(readAll(atPort));
    expect(ownUrl).toBe(url);
    expect(same).toMatchObject([
      {
        state: "ok",
        finding: expect.stringMatching(
          /^embedded PostgreSQL 18\.\d+, \d+ MiB, all migrations applied$/,
        ),
      },
      { state: "ok" },
      { state: "ok", finding: "opens 1 wallets and 1 webhooks" },
      // The longer the service runs without its providers, the more it has to tell.
      { state: "ok", finding: expect.stringMatching(/^\d+ messages wait$/) },
    ]);
    const other = await run({ ...atPort, WALLET_KEY: walletKey() }, "--json");
    expect([other.code, other.logged]).toEqual([1, ""]);
    const rows = JSON.parse(other.printed) as ReadonlyArray<DoctorRow>;
    expect(rowOf(rows, "wallet key").finding).toMatch(
      /^the running service has the key \w{16}, and this command the key \w{16}$/,
    );
    expect(rowOf(rows, "port").finding).toBe(`the running service answers on ${url}`);
    // A service of other data has the port.
    const { finding } = await checkPort(readAll(atPort).server, null);
    expect(finding).toContain("is in use by a Strikeline that stores elsewhere");
    live.kill("SIGTERM");
    expect(await live.exited).toBe(0);
  }, TIMEOUT_MS);

  test("prints its usage and exit codes, and takes no unknown word for a finding", async () => {
    const help = await run({}, "--help");
    expect([help.code, help.printed]).toEqual([0, expect.stringContaining("exits     0:")]);
    const wrong = await run({}, "--jsn");
    expect([wrong.code, wrong.printed]).toEqual([64, ""]);
    expect(wrong.logged).toContain("--jsn");
  });
});
