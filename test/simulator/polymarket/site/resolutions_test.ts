import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import {
  type ListedMarket,
  marketCount,
} from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { control, get, ms } from "../../kit/support.ts";
import { startSiteWorld } from "./site_world.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const NOW_SEC = NOW_MS / 1_000;
const world = startSiteWorld(NOW_MS);
afterAll(() => world.stop());

type Item = Readonly<Record<string, unknown>>;
interface Body {
  readonly data?: ReadonlyArray<Item>;
  readonly error?: string;
}
const ask = (conditions: ReadonlyArray<string>) =>
  get<Body>(`${world.site.url}/v2/resolutions?condition=${conditions.join(",")}`);
const one = async (condition: string) => {
  const { status, body } = await ask([condition]);
  expect(status).toBe(200);
  expect(body.data?.length).toBeLessThanOrEqual(1);
  return body.data?.[0];
};
const conditionOf = (market: ListedMarket) => world.venue.ids(market).conditionId;
const slot = (asset: string, interval: string) =>
  [...world.venue.tracks.values()].find(({ subject }) =>
    subject.kind === "up_down" && subject.asset === asset && subject.interval === interval
  )!;
const btc5min = slot("btc", "5min");
const marketOf = (back: number): ListedMarket => ({
  listing: listingAt(btc5min, btc5min.indexAt(NOW_SEC) - back),
  marketIndex: 0,
});

describe("resolutions", () => {
  test("of a window are active at its end, and final within minutes", async () => {
    const delaysSec = new Set<number>();
    for (let back = 1; back <= 40; back++) {
      const market = marketOf(back);
      const { endSec } = market.listing;
      const condition = conditionOf(market);
      world.clock.set((endSec + 7) * 1_000);
      expect(await one(condition)).toEqual({ status: "active", market_type: "BINARY" });
      world.clock.set((endSec + 180) * 1_000);
      const item = await one(condition);
      expect(item).toEqual({
        status: "resolved",
        market_type: "BINARY",
        payouts: expect.anything(),
        resolution_source: "reported",
        reporter: "CHAINLINK",
        resolved_at: expect.stringMatching(/^2026-11-20T\d\d:\d\d:\d\dZ$/),
      });
      const resolvedSec = ms(String(item?.["resolved_at"])) / 1_000;
      delaysSec.add(resolvedSec - endSec);
      world.clock.set((resolvedSec - 1) * 1_000);
      expect(await one(condition)).toMatchObject({ status: "active" });
      world.clock.set(resolvedSec * 1_000);
      expect(await one(condition)).toEqual(item!);
      world.clock.set((endSec + 86_400) * 1_000);
      expect(await one(condition)).toEqual(item!);
    }
    expect(delaysSec.size).toBeGreaterThan(10);
    world.clock.set(NOW_MS);
  });

  test("match the metadata, under both protocols and for topics too", async () => {
    world.clock.set(NOW_MS);
    const markets = fc.record({
      track: fc.constantFrom(...world.venue.tracks.values()),
      back: fc.integer({ min: 2, max: 2_000 }),
      part: fc.nat(31),
    }).map(({ track, back, part }) => {
      const listing = listingAt(track, track.indexAt(NOW_SEC) - back);
      return { listing, marketIndex: part % marketCount(listing) };
    }).filter(({ listing }) =>
      listing.createdSec > ms("2024-02-01T00:00:00Z") / 1_000 &&
      listing.closedSec < NOW_SEC - 7_200
    );
    const protocols = new Set<unknown>();
    const reporters = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(markets, async (market) => {
        const id = market.listing.eventNumber * 32 + market.marketIndex;
        const { body } = await get(`${world.metadata.url}/markets/${id}`);
        const prices = JSON.parse(String(body["outcomePrices"])) as ReadonlyArray<string>;
        const item = await one(conditionOf(market));
        expect(item?.["payouts"]).toEqual(prices.map((price) => Number(price) * 1_000_000));
        protocols.add(body["version"]);
        // The oracle reports what its prices decide.
        const isOracles = String(body["resolutionSource"]).startsWith("https://data.chain.link/");
        expect(item?.["reporter"]).toBe(isOracles ? "CHAINLINK" : "UMA");
        reporters.add(item?.["reporter"]);
      }),
      { numRuns: 150 },
    );
    expect([...protocols].sort()).toEqual(["v1", "v2"]);
    expect(reporters.size).toBe(2);
  });

  test("come in the order of the request, without unknown ones", async () => {
    const markets = [5, 900, 6].map(marketOf).map(conditionOf);
    const unknown = `0x${"12".repeat(32)}`;
    const [first = "", second = "", third = ""] = markets;
    const { body } = await ask([first, unknown, second.toUpperCase().replace("0X", "0x"), third]);
    expect(body.data).toEqual([await one(first), await one(second), await one(third)] as Item[]);
    expect((await ask([unknown])).body).toEqual({ data: [] });
    const notDeployed = {
      listing: listingAt(btc5min, btc5min.indexAt(NOW_SEC) + 400),
      marketIndex: 0,
    };
    expect((await ask([conditionOf(notDeployed)])).body).toEqual({ data: [] });
  });

  test("are of twenty conditions at most, each of 64 hex digits", async () => {
    const conditions = Array.from({ length: 21 }, (_, i) => conditionOf(marketOf(2 + i)));
    expect((await ask(conditions.slice(1))).body.data).toHaveLength(20);
    expect((await ask(conditions)).status).toBe(400);
    // As the metadata write the condition of a market of the second protocol.
    const short = conditions[0]!.slice(0, -2);
    expect(short).toHaveLength(64);
    for (const wrong of [short, "", "0x1", conditions[0]!.slice(2)]) {
      expect(await ask([wrong])).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
    }
    expect((await get(`${world.site.url}/v2/resolutions`)).status).toBe(400);
  });
});

describe("PUT /__resolution", () => {
  const put = (body: unknown) => control(`${world.site.url}/__resolution`, "PUT", body);

  test("resolves a market immediately, known or unknown", async () => {
    world.clock.set(NOW_MS);
    const open = conditionOf(marketOf(0));
    expect(await one(open)).toMatchObject({ status: "active" });
    for (const condition of [open, `0x${"AB".repeat(32)}`]) {
      expect((await put({ condition, payouts: [500_000, 500_000] })).status).toBe(200);
      expect(await one(condition)).toMatchObject({
        status: "resolved",
        payouts: [500_000, 500_000],
        reporter: "CHAINLINK",
        resolved_at: "2026-11-20T12:03:20Z",
      });
    }
    await put({ condition: open, payouts: [0, 1_000_000] });
    expect(await one(open)).toMatchObject({ payouts: [0, 1_000_000] });
  });

  test.each([
    [{ payouts: [1_000_000, 0] }, '"condition" must be text'],
    [{ condition: `0x${"1".repeat(62)}`, payouts: [1_000_000, 0] }, "64 hex digits"],
    [{ condition: `0x${"1".repeat(64)}` }, '"payouts" must be a list'],
    [{ condition: `0x${"1".repeat(64)}`, payouts: [1_000_000] }, "two whole numbers"],
    [{ condition: `0x${"1".repeat(64)}`, payouts: [1, 0] }, "two whole numbers"],
    [{ condition: `0x${"1".repeat(64)}`, payouts: [1_500_000, -500_000] }, "two whole numbers"],
    [{ condition: `0x${"1".repeat(64)}`, payout: [] }, 'Unknown key "payout"'],
  ])("%j is refused", async (body, error) => {
    expect(await put(body)).toEqual({
      status: 400,
      body: { error: expect.stringContaining(error) },
    });
  });
});

test("other paths and methods are unknown", async () => {
  expect((await get(`${world.site.url}/api/past-results`)).status).toBe(404);
  expect((await control(`${world.site.url}/v2/resolutions`, "POST", {})).status).toBe(404);
});
