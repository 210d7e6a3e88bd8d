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

/** The proof's kind of the first 5-minute window that begins while the service listens. */
async function proofOf(url: string): Promise<unknown> {
  const active = () => get<Active>(`${url}/api/v1/targets/active?asset=btc`);
  const startOf = ({ results }: Active) =>
    results.find(({ marketType }) => marketType === "5min")?.windowStart ?? 0;
  const startSec = startOf(await active()) + 300;
  const question = `asset=btc&type=5min&timestamp=${startSec}&evidence=true`;
  for (let tries = 0; tries < 300; tries++) {
    const { evidence } = await get<{ readonly evidence?: { readonly kind: string } }>(
      `${url}/api/v1/targets/timestamp?${question}`,
    );
    if (evidence !== undefined) return evidence.kind;
    await Bun.sleep(100);
  }
  return undefined;
}

describe("a service", () => {
  test.each([
    ["chainlink", ["report"]],
    ["relay", ["relay"]],
    ["chainlink,relay", ["report", "relay"]],
    ["none", ["published"]],
  ])("with ORACLE=%s serves all series, and says whose numbers they are", async (choice, kinds) => {
    const { url, kill, exited } = await startSandbox({
      ORACLE: choice,
      SANDBOX_SPEED: "30",
      RATE_LIMIT_PUBLIC: "0",
    });
    const series = await sourcesOf(url);
    expect(series).toHaveLength(35);
    expect(series.filter(({ ok }) => !ok)).toEqual([]);
    expect(kinds).toContain(await proofOf(url) as string);
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
