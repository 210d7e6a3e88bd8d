/** Each choice of the oracle's sources, as a service of its own. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { makeApiKeys } from "../../app/sandbox/order_book/api_keys.ts";
import { ASSETS } from "../../core/market/mod.ts";
import { makeFolder, startProcess, startSandbox } from "./process.ts";
import { startWorld } from "./world_of_processes.ts";

interface Active {
  readonly results: ReadonlyArray<{
    readonly marketType: string;
    readonly ok: boolean;
    readonly source: string;
    readonly windowStart: number;
  }>;
}

async function get<T>(url: string): Promise<T> {
  return await (await fetch(url)).json() as T;
}

/** The sources of every series, once all of them are served; else those that are not. */
async function sourcesOf(url: string) {
  for (let tries = 0;; tries++) {
    const answers = await Promise.all(
      ASSETS.map((asset) => get<Active>(`${url}/api/v1/targets/active?asset=${asset}`)),
    );
    const series = answers.flatMap(({ results }, index) =>
      results.map(({ marketType, ok, source }) => ({
        asset: ASSETS[index],
        marketType,
        ok,
        source,
      }))
    );
    if (tries === 300 || series.every(({ ok }) => ok)) return series;
    await Bun.sleep(100);
  }
}

/** So many windows may begin before one is proved as it should be. */
const WINDOWS_MAX = 5;

/**
 * The proof's kind of the first 5-minute window that begins while the service listens and has one
 * of `kinds`; else all kinds that came. On a busy machine the clock may have gone past the first
 * second by the time at which a reading of it arrives, and the venue's own price is there sooner.
 */
async function proofOf(url: string, kinds: ReadonlyArray<string>): Promise<string> {
  const { results } = await get<Active>(`${url}/api/v1/targets/active?asset=btc`);
  const firstSec = results.find(({ marketType }) => marketType === "5min")?.windowStart ?? 0;
  const seen: Array<string> = [];
  for (let window = 1; window <= WINDOWS_MAX; window++) {
    const kind = await proofOfWindow(url, firstSec + window * 300);
    if (kinds.includes(kind)) return kind;
    seen.push(kind);
  }
  return seen.join();
}

/** The proof's kind of one 5-minute window, once it is open. */
async function proofOfWindow(url: string, startSec: number): Promise<string> {
  const question = `asset=btc&type=5min&timestamp=${startSec}&evidence=true`;
  for (let tries = 0; tries < 300; tries++) {
    const { evidence } = await get<{ readonly evidence?: { readonly kind: string } }>(
      `${url}/api/v1/targets/timestamp?${question}`,
    );
    if (evidence !== undefined) return evidence.kind;
    await Bun.sleep(100);
  }
  return "none";
}

describe("a service", () => {
  /** What an operator's environment may have for live mode. */
  const KEY = {
    POLYMARKET_API_KEY: "0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3",
    POLYMARKET_API_SECRET: "c29tZWJvZHkncyBvd24gc2VjcmV0IG9mIHRoZSB2ZW4=",
    POLYMARKET_API_PASSPHRASE: "a passphrase of somebody",
  };

  test.each([
    ["chainlink", ["report"], {}],
    ["relay", ["relay"], {}],
    ["relay", ["relay"], KEY],
    ["chainlink,relay", ["report", "relay"], {}],
    ["none", ["published"], {}],
  ])("with ORACLE=%s serves all series by %p, with a key of %p", async (choice, kinds, key) => {
    const { url, kill, exited } = await startSandbox({
      ...key,
      ORACLE: choice,
      SANDBOX_SPEED: "30",
      RATE_LIMIT_PUBLIC: "0",
    });
    const series = await sourcesOf(url);
    expect(series).toHaveLength(35);
    expect(series.filter(({ ok }) => !ok)).toEqual([]);
    expect(kinds).toContain(await proofOf(url, kinds));
    kill("SIGTERM");
    expect(await exited).toBe(0);
  }, 90_000);

  test("in live mode takes a wallet's API key for all that it needs", async () => {
    const world = startWorld({ startIso: new Date().toISOString(), speed: 1 });
    const folder = makeFolder();
    afterAll(folder.remove);
    afterAll(world.simulators.stop);
    const key = makeApiKeys(1).of("0x00000000000000000000000000000000000000a1");
    const { CHAINLINK_API_KEY: _, CHAINLINK_API_SECRET: __, ...places } = world.settings;
    const live = startProcess("app/main.ts", {
      ...places,
      PORT: "0",
      LEAGUES: "wsl",
      DATA_DIR: folder.path,
      POLYMARKET_API_KEY: key?.apiKey ?? "",
      POLYMARKET_API_SECRET: key?.secret ?? "",
      POLYMARKET_API_PASSPHRASE: key?.passphrase ?? "",
    });
    const url = await live.waitFor(/answers on (http:\S+)/);
    expect(live.printed()).toMatch(/^oracle +off +set CHAINLINK_API_KEY$/m);
    expect(live.printed()).toMatch(/^relay +on /m);
    expect(live.printed()).not.toContain("site and metadata alone");
    for (const asset of ASSETS) {
      const latest = `${url}/api/v1/twap/latest?asset=${asset}`;
      let status = 0;
      for (let tries = 0; tries < 300 && status !== 200; tries++) {
        status = (await fetch(latest)).status;
        if (status !== 200) await Bun.sleep(100);
      }
      expect([asset, status]).toEqual([asset, 200]);
    }
    live.kill("SIGTERM");
    expect(await live.exited).toBe(0);
  }, 90_000);
});
