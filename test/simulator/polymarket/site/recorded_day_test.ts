import { expect } from "bun:test";
import { gunzipSync } from "node:zlib";
import { get, ms } from "../../kit/support.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { pricePath, startSiteWorld } from "./site_world.ts";

const POINTS = "relay/BTCUSD-prices-2026-06-08.csv.gz";
const MARKETS = "relay/BTC-5m-markets-2026-06-08.jsonl.gz";

interface Market {
  readonly start_sec: number;
  readonly end_sec: number;
  readonly outcome_prices: ReadonlyArray<string>;
  readonly strike_value: string;
}

async function linesOf(name: string): Promise<ReadonlyArray<string>> {
  const packed = await Bun.file(sharedPath(name)).bytes();
  return gunzipSync(packed).toString().trim().split("\n");
}

testWithShared(
  [POINTS, MARKETS],
  "the site of a recorded day has its strikes, and its markets resolve as they did",
  async () => {
    const world = startSiteWorld(ms("2026-06-09T01:00:00Z"));
    const points = (await linesOf(POINTS)).slice(1).map((line) => {
      const [feedMs = "", , valueE18 = ""] = line.split(",");
      return { sec: Number(feedMs) / 1_000, valueE18: BigInt(valueE18), delayMs: 1_500 };
    });
    world.recorded.put("btc", points);
    const seconds = new Set(points.map(({ sec }) => sec));
    const spanned = (sec: number) => world.recorded.covers("btc", sec);
    const counts = { strikes: 0, noStrikes: 0, outcomes: 0, bridged: 0 };
    for (const line of await linesOf(MARKETS)) {
      const market = JSON.parse(line) as Market;
      const { start_sec: startSec, end_sec: endSec, strike_value, outcome_prices } = market;
      if (!spanned(startSec)) continue;
      const path = `${world.url}${pricePath(startSec)}`;
      const { openPrice } = (await get<{ readonly openPrice: number | null }>(path)).body;
      if (seconds.has(startSec)) {
        expect(openPrice).toBe(Number(`${strike_value}e-18`));
        counts.strikes++;
      } else {
        expect(openPrice).toBeNull();
        counts.noStrikes++;
      }
      if (!spanned(endSec)) continue;
      const listing = world.venue.eventBySlug(`btc-updown-5m-${startSec}`, endSec)!;
      const { conditionId } = world.venue.ids({ listing, marketIndex: 0 });
      const { body } = await get<{ data: ReadonlyArray<{ payouts: ReadonlyArray<number> }> }>(
        `${world.url}/v2/resolutions?condition=${conditionId}`,
      );
      // Where a second is missing, the point before it is as good as it was on that day.
      expect(body.data[0]?.payouts[0]).toBe(Number(outcome_prices[0]) * 1_000_000);
      if (seconds.has(startSec) && seconds.has(endSec)) counts.outcomes++;
      else counts.bridged++;
    }
    // Of the eight windows that lack an end or both, the point before decided every one rightly.
    expect(counts).toEqual({ strikes: 284, noStrikes: 4, outcomes: 279, bridged: 8 });
    await world.stop();
  },
);
