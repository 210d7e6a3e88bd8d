import { afterAll, describe, expect, test } from "bun:test";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { control, get, makeStillClock, ms, ORACLE_KEY, start } from "../../kit/support.ts";
import { wrongFields } from "./venue_fields.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const clock = makeStillClock(NOW_MS);
const simulator = start("venue-metadata", clock);
afterAll(() => simulator.stop());

type Wire = Readonly<Record<string, unknown>>;
const ask = <T = Wire>(path: string) => get<T>(`${simulator.url}${path}`);

const openSlug = `btc-updown-5m-${ms("2026-11-20T12:00:00Z") / 1000}`;

describe("objects", () => {
  test("tags are on events, not on their markets, and on markets when asked for", async () => {
    type Event = { tags: ReadonlyArray<Wire>; markets: ReadonlyArray<Wire>; series: unknown };
    const { body: event } = await ask<Event>(`/events/slug/${openSlug}`);
    expect(event.tags[0]).toMatchObject({ id: "102892", slug: "5M", label: "5M" });
    for (const market of event.markets) {
      expect(Object.keys(market)).not.toContain("tags");
      expect(Object.keys(market)).not.toContain("events");
    }
    const bare = await ask<{ events: ReadonlyArray<Wire> }>(`/markets/slug/${openSlug}`);
    expect(Object.keys(bare.body)).not.toContain("tags");
    expect(Object.keys(bare.body.events[0] ?? {})).not.toContain("tags");
    expect(Object.keys(bare.body.events[0] ?? {})).not.toContain("markets");
    expect(bare.body.events[0]?.["series"]).toEqual(event.series);
    const tagged = await ask<{ tags: unknown }>(`/markets/slug/${openSlug}?include_tag=true`);
    expect(tagged.body.tags).toEqual(event.tags);
  });

  test("a window's event has its times where the venue puts them", async () => {
    const { body } = await ask<Wire & { markets: ReadonlyArray<Wire> }>(
      `/events/slug/${openSlug}`,
    );
    expect(body).toMatchObject({
      startTime: "2026-11-20T12:00:00Z",
      endDate: "2026-11-20T12:05:00Z",
      seriesSlug: "btc-up-or-down-5m",
      resolutionSource: "https://data.chain.link/streams/btc-usd-twap-60s-streams",
    });
    expect(String(body["startDate"])).toMatch(/^2026-11-19T12:09:\d\d\.\d+Z$/);
    expect(body.markets[0]).toMatchObject({
      eventStartTime: "2026-11-20T12:00:00Z",
      outcomes: '["Up", "Down"]',
      cryptoMarketConfigId: "btc-5m-twap-60",
      orderMinSize: 5,
      feesEnabled: true,
      feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true, rebateRate: 0.2 },
    });
  });

  test("a row has no tokens in its first minute, and accepts no orders after its end", async () => {
    const { body } = await ask<{ markets: ReadonlyArray<Wire> }>(`/events/slug/${openSlug}`);
    const createdMs = Math.floor(Date.parse(String(body.markets[0]?.["createdAt"])));
    const names = ["clobTokenIds", "conditionId", "bestBid"];
    try {
      clock.set(createdMs + 1_000);
      const early = (await ask(`/markets/slug/${openSlug}`)).body;
      expect(Object.keys(early).filter((name) => names.includes(name))).toEqual([]);
      expect(early).toMatchObject({ enableOrderBook: false, acceptingOrders: false });
      clock.set(createdMs + 61_000);
      const later = (await ask(`/markets/slug/${openSlug}`)).body;
      expect(Object.keys(later)).toEqual(expect.arrayContaining(names));
      expect(later).toMatchObject({ enableOrderBook: true, acceptingOrders: true });
      clock.set(ms("2026-11-20T12:05:10Z"));
      const ended = (await ask(`/markets/slug/${openSlug}`)).body;
      expect(ended).toMatchObject({ closed: false, acceptingOrders: false });
      clock.set(createdMs - 2_000);
      expect((await ask(`/markets/slug/${openSlug}`)).status).toBe(404);
    } finally {
      clock.set(NOW_MS);
    }
  });

  test("the nulls are the fee type of what has no fees, and tokens of V2 markets", async () => {
    const { body } = await ask<ReadonlyArray<Wire>>("/markets?tag_slug=geopolitics");
    expect(body[0]).toMatchObject({ feesEnabled: false, feeType: null });
    const { body: all } = await ask<ReadonlyArray<Wire>>("/markets?limit=100");
    const nulls = all.flatMap((market) =>
      Object.entries(market).filter(([, value]) => value === null).map(([name]) => name)
    );
    expect([...new Set(nulls)].toSorted()).toEqual(["clobTokenIds", "feeType"]);
  });

  testWithShared(
    ["polymarket/gamma_fields.json"],
    "fields are the venue's, and of its types",
    async () => {
      const { types } = await Bun.file(sharedPath("polymarket/gamma_fields.json")).json();
      // Newer than the table: markets of the second protocol have it.
      types.Market.resolutionStatus = "string";
      const wrong: string[] = [];
      const check = (name: string, object: unknown) =>
        wrong.push(...wrongFields(types, name, object));
      const { body: events } = await ask<ReadonlyArray<Wire>>("/events?closed=false&limit=100");
      const { body: markets } = await ask<ReadonlyArray<Wire>>(
        "/markets?limit=100&include_tag=true",
      );
      for (const event of events) check("Event", event);
      for (const market of markets) check("Market", market);
      for (const path of ["Tag /tags", "Series /series"]) {
        const [name = "", at = ""] = path.split(" ");
        for (const row of (await ask<ReadonlyArray<Wire>>(at)).body) check(name, row);
      }
      expect([...new Set(wrong)]).toEqual([]);
    },
  );
});

describe("the rest of the paths", () => {
  test("answer in their shapes", async () => {
    expect((await ask("/tags/21")).body).toMatchObject({ slug: "crypto" });
    expect((await ask("/tags/slug/5M")).body).toMatchObject({ id: "102892" });
    expect((await ask("/series/10684")).body).toMatchObject({ slug: "btc-up-or-down-5m" });
    type Found = { events: ReadonlyArray<Wire>; tags: ReadonlyArray<Wire> };
    const { body } = await ask<Found>("/public-search?q=alder+bridge");
    expect(String(body.events[0]?.["slug"])).toStartWith("alder-bridge-opens-");
  });

  test("faults have the venue's format", async () => {
    const fault = { match: "GET /events/slug/", kind: "status", times: 1 };
    await control(`${simulator.url}/__faults`, "POST", { ...fault, status: 503 });
    expect(await ask(`/events/slug/${openSlug}`)).toMatchObject({
      status: 503,
      body: { type: "service unavailable error", error: "service unavailable" },
    });
    await control(`${simulator.url}/__faults`, "POST", { ...fault, kind: "malformed" });
    expect(ask(`/events/slug/${openSlug}`)).rejects.toThrow();
    expect((await ask(`/events/slug/${openSlug}`)).status).toBe(200);
  });

  test("the venue's own calendar has the venue's own slugs", async () => {
    const profile = PROFILE_BY_NAME.polymarket;
    const venue = startSimulator("venue-metadata", {
      seed: 1,
      clock,
      oracleKey: ORACLE_KEY,
      profile,
    });
    try {
      for (
        const slug of [
          "bitcoin-up-or-down-november-20-2026-7am-et",
          "hyperliquid-up-or-down-on-november-20-2026",
          `eth-updown-4h-${ms("2026-11-20T09:00:00Z") / 1000}`,
        ]
      ) {
        expect([slug, (await get(`${venue.url}/events/slug/${slug}`)).status]).toEqual([slug, 200]);
      }
    } finally {
      await venue.stop();
    }
  });
});
