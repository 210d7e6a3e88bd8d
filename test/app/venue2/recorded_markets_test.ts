/** Recorded markets of the secondary venue through the whole service. @module */
import { expect } from "bun:test";
import { control } from "../../simulator/kit/support.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { RARE_GAMES } from "../environment.ts";
import { openSandbox } from "../open_sandbox.ts";

const VENUE2_KEY = "sk_test_markets_of_a_sandbox";
const RECORDED = "platforms/hyperliquid_outcomes_real.json";

/** The markets as their sources describe them: number, page, target and expiry. */
const MARKETS: ReadonlyArray<readonly [number, string, number, string]> = [
  [0, "btc-above-78213-yes-may-03-0600", 78_213, "2026-05-03T06:00:00Z"],
  [1, "btc-above-78213-yes-may-04-0600", 78_213, "2026-05-04T06:00:00Z"],
  [65, "btc-above-76886-yes-may-20-0600", 76_886, "2026-05-20T06:00:00Z"],
  [95, "btc-above-77363-yes-may-26-0600", 77_363, "2026-05-26T06:00:00Z"],
  [105, "btc-above-76877-yes-may-27-0600", 76_877, "2026-05-27T06:00:00Z"],
  [823, "btc-above-62814-yes-jul-14-0600", 62_814, "2026-07-14T06:00:00Z"],
  [847, "btc-above-64911-yes-jul-17-0600", 64_911, "2026-07-17T06:00:00Z"],
  [6024, "hype-above-93017-yes-sep-28-0600", 93.017, "2026-09-28T06:00:00Z"],
  [2243, "btc-above-71169-yes-mar-27-0300", 71_169, "2026-03-27T03:00:00Z"],
];

const DAY_SEC = 86_400;

testWithShared([RECORDED], "recorded outcome markets are found by time and name", async () => {
  const recorded = await Bun.file(sharedPath(RECORDED)).json();
  const { url, said, stop } = await openSandbox({
    ...RARE_GAMES,
    SANDBOX_START: "2026-10-01T12:00:00Z",
    SANDBOX_API_KEY: VENUE2_KEY,
    RATE_LIMIT_KEYED: "0",
  });
  const venue2 = said(/venue2 +(http:\S+)/);
  const list = async (listing: Readonly<Record<string, unknown>>) => {
    await control(`${venue2}/__listing`, "PUT", listing);
    await refresh(url);
  };
  const outcomes = [...recorded.outcomes, recorded.custom_outcome_testnet];
  await control(`${venue2}/__mids`, "PUT", { "#60240": "0.45" });
  await list({ outcomes, questions: [recorded.question_example_testnet_custom] });
  const [hype] = await readMarkets(
    url,
    "timestamp?slug=https://app.hyperliquid.xyz/trade/HYPE-above-93.017-yes-sep-28-0600",
  );
  expect([hype?.outcomeId, hype?.source, hype?.yesPrice]).toEqual([6_024, "outcomeMeta", 0.45]);
  await expectAll(url, "outcomeMeta");

  const settlement = { outcome: 95, settleFraction: "0.0", details: "price:76876.9" };
  await control(`${venue2}/__settled`, "PUT", settlement);
  await refresh(url);
  const [btc] = await readMarkets(url, `timestamp?slug=${MARKETS[3]?.[1]}`);
  expect([btc?.outcomeId, btc?.source]).toEqual([95, "stored"]);

  await list({ outcomes: [], questions: [] });
  await expectAll(url, "stored");
  await stop();
});

/** Reads the list of markets now. */
async function refresh(url: string): Promise<void> {
  const response = await fetch(`${url}/__refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jobs: ["venue2"] }),
  });
  expect(await response.json()).toEqual({ jobs: [{ name: "venue2", result: "ok" }] });
}

interface Market {
  readonly outcomeId: number;
  readonly source: string;
  readonly yesPrice: number | null;
}

async function readMarkets(url: string, path: string): Promise<ReadonlyArray<Market>> {
  const response = await fetch(`${url}/api/v1/venue2/targets/${path}`, {
    headers: { "x-api-key": VENUE2_KEY },
  });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json() as { readonly results: ReadonlyArray<Market> }).results;
}

/** Every recorded market is exact in its window by its name, and among all that are. */
async function expectAll(url: string, source: string): Promise<void> {
  for (const [outcomeId, yesSlug, price, expiryIso] of MARKETS) {
    const expiry = Date.parse(expiryIso) / 1000;
    const market = { outcomeId, yesSlug, price, expiry, source, windowStart: expiry - DAY_SEC };
    const lastSec = expiry - 1;
    const named = await readMarkets(url, `timestamp?timestamp=${lastSec}&slug=${yesSlug}`);
    const exact = { ...market, matchType: "exact", distanceSeconds: 0 };
    expect(named).toEqual([expect.objectContaining(exact)]);
    const all = await readMarkets(url, `timestamp?timestamp=${lastSec}`);
    expect(all).toEqual(expect.arrayContaining([expect.objectContaining(exact)]));
    const after = await readMarkets(url, `timestamp?timestamp=${expiry}&slug=${yesSlug}`);
    const near = { ...market, matchType: "nearest", distanceSeconds: 1 };
    expect(after).toEqual([expect.objectContaining(near)]);
  }
}
