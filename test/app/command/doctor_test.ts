/** The doctor on live mode's settings, with simulators in the providers' place. */
import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { Result } from "effect";
import { examine } from "../../../app/command/doctor.ts";
import type { DoctorRow } from "../../../app/command/doctor/doctor_report.ts";
import { checkStore } from "../../../app/command/doctor/store_check.ts";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { withReason } from "../../skip_reason.ts";
import { startLiveWorld } from "../../stage/live_world.ts";
import { control } from "../../simulator/kit/support.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { addSealed } from "./doctor/add_sealed.ts";
import type { Settings } from "../environment.ts";

const agreeing = startLiveWorld();
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
    expect(rowOf(rows, "assets").finding).toBe(
      "btc, eth, sol, xrp, hype, doge, bnb are served, and the venue lists no other that is known",
    );
    expect(rowOf(rows, "store").finding).toStartWith("none yet; the first start creates it in ");
    expect(rows.filter(({ check }) => check.startsWith("provider: ")).length).toBeGreaterThan(15);
    expect(readdirSync(agreeing["DATA_DIR"] ?? "")).toEqual([]);
  });

  test("finds a clock that is a minute behind by every provider's", async () => {
    const rows = (await examine(startLiveWorld({ aheadMs: 60_000 }))).filter(({ check }) =>
      check.startsWith("clock: ")
    );
    expect(rows).toHaveLength(4);
    for (const { state, finding, remedy } of rows) {
      expect(finding).toMatch(/^\d\d\.\d s behind /);
      expect([state, remedy]).toEqual(["trouble", expect.stringContaining("NTP")]);
    }
  });

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
    const former = { WALLET_KEY: walletKey(), WALLET_KEY_PREVIOUS: settings.WALLET_KEY };
    expect(await finding(former))
      .toMatchObject({ state: "ok", remedy: expect.stringContaining("rotate") });
  });

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
  });

  test("finds what cannot be reached, and a port of another program", async () => {
    const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hi") });
    const port = String(other.port);
    const site = agreeing["POLYMARKET_SITE_URL"];
    await control(`${site}/__mode`, "PUT", { region: "blocked" });
    const rows = await examine({
      ...agreeing,
      PORT: port,
      REDIS_URL: "redis://:sesame@127.0.0.1:1",
      DATABASE_URL: "postgres://user:sesame@127.0.0.1:1/name",
      KALSHI_URL: "http://127.0.0.1:1",
    });
    await other.stop(true);
    await control(`${site}/__mode`, "PUT", { region: "open" });
    expect(troublesOf(rows).map(({ check }) => check)).toEqual([
      "store",
      "redis",
      "port",
      "provider: kalshi",
      "provider: kalshi windows",
      "provider: venue region",
    ]);
    expect(rowOf(rows, "provider: venue region").finding)
      .toBe("the venue refuses orders from here: it sees US NY");
    expect(rowOf(rows, "store").finding).toContain("127.0.0.1:1 refuses connections");
    expect(rowOf(rows, "redis").finding).toStartWith("127.0.0.1:1 does not answer (");
    expect(rowOf(rows, "port")).toMatchObject({
      finding: expect.stringMatching(
        new RegExp(`^127.0.0.1:${port} is in use by (bun|another program)`),
      ),
      remedy: expect.stringMatching(/^Set PORT to another, or stop (it: kill \d+|that)$/),
    });
    for (const { remedy } of troublesOf(rows)) expect(remedy).not.toBe("");
    expect(JSON.stringify(rows)).not.toContain("sesame");
  });

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
