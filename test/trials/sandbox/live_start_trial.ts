/** Live mode without a paid oracle, against simulators that run beside it. @module */
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { makeApiKeys } from "../../../app/simulator/polymarket/clob/api_keys.ts";
import { ASSETS } from "../../../core/market/mod.ts";
import { account } from "../../app/command/account/account_process.ts";
import type { Settings } from "../../app/environment.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { startProcess, startProgram } from "../../app/process.ts";
import { startLiveWorld } from "../../stage/live_world.ts";
import { SERIES_COUNT, servedSeries } from "./served_series.ts";

const newWorld = (): Settings => ({ ...startLiveWorld(), RATE_LIMIT_PUBLIC: "0" });

/** Starts it, and waits until every series was served. Gives what it printed, and the sources. */
async function serveAll(settings: Settings) {
  const live = startProcess("start", settings);
  const url = await live.waitFor(/answers on (http:\S+)/);
  const printed = live.printed();
  const served = await servedSeries(url);
  const averages = await Promise.all(
    ASSETS.map(async (asset) => (await fetch(`${url}/api/v1/twap/latest?asset=${asset}`)).status),
  );
  live.kill("SIGTERM");
  expect(await live.exited).toBe(0);
  return { printed, served, averages };
}

/** A wallet that never traded, with an API key of the venue. */
async function importWallet(settings: Settings): Promise<string> {
  const run = async (line: string, stdin = "") => {
    const ended = await account(`${line} --live`, { settings, stdin });
    if (ended.code !== 0) throw new Error(ended.logged);
    return ended.printed;
  };
  await run("add me@x.y");
  const imported = await run("wallet import me@x.y --type 0", randomBytes(32).toString("hex"));
  const walletId = /^wallet +(\S+)/m.exec(imported)?.[1] ?? "";
  await run(`wallet provision ${walletId}`);
  return walletId;
}

/** The sources of what the oracle decides. */
const oracleSources = (served: ReadonlyMap<string, string>) =>
  [...served].filter(([series]) => !/ (1hour|daily)$/.test(series)).map(([, source]) => source);

async function withWallet() {
  const settings = { ...newWorld(), WALLET_KEY: randomBytes(32).toString("base64") };
  const walletId = await importWallet(settings);
  return await serveAll({ ...settings, POLYMARKET_RELAY_WALLET: walletId });
}

async function withKey() {
  const key = makeApiKeys(1).of("0x00000000000000000000000000000000000000a1");
  return await serveAll({
    ...newWorld(),
    POLYMARKET_API_KEY: key?.apiKey ?? "",
    POLYMARKET_API_SECRET: key?.secret ?? "",
    POLYMARKET_API_PASSPHRASE: key?.passphrase ?? "",
  });
}

/** One command, in an empty folder, as on a fresh machine. */
async function bySetup() {
  const settings = newWorld();
  const setup = startProgram([...COMMAND_LINE, "setup", "--yes"], {
    settings,
    cwd: settings["DATA_DIR"] ?? "",
  });
  const served = await setup.waitFor(/(\d+) of 35 series/);
  setup.kill("SIGTERM");
  expect(await setup.exited).toBe(0);
  return served;
}

// Each has a world of its own and mostly waits for the site, so they wait side by side.
test.skipIf(isShort)(
  "live mode serves all series with the venue's credentials, and late without",
  async () => {
    const [wallet, key, nothing, served] = await Promise.all([
      withWallet(),
      withKey(),
      serveAll(newWorld()),
      bySetup(),
    ]);
    for (const { printed, served, averages } of [wallet, key]) {
      expect(printed).toMatch(/^oracle +off +paid: set CHAINLINK_API_KEY$/m);
      expect(printed).toMatch(/^relay +on /m);
      expect(printed).not.toContain("site and metadata alone");
      expect(served.size).toBe(SERIES_COUNT);
      expect(averages).toEqual(ASSETS.map(() => 200));
    }
    expect(nothing.printed).toMatch(/^oracle +off +paid: set CHAINLINK_API_KEY$/m);
    expect(nothing.printed).toContain("from the venue's site and metadata alone");
    expect(nothing.served.size).toBe(SERIES_COUNT);
    expect(served).toBe(String(SERIES_COUNT));
    const venue = ["venue_site", "venue_metadata"];
    tell({ done: "series of live mode", count: 4 * SERIES_COUNT, lost: 0 });
    expect(oracleSources(nothing.served).filter((source) => !venue.includes(source))).toEqual([]);
  },
);
