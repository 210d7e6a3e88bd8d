import { afterAll, describe, expect, test } from "bun:test";
import { startSimulator } from "../../app/sandbox/start_simulator.ts";
import { PROFILE_BY_NAME } from "../../core/market/mod.ts";
import { sharedPath, testWithShared } from "../shared_data.ts";
import { control, get, makeStillClock, ms, ORACLE_KEY, start } from "./support.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const clock = makeStillClock(NOW_MS);
const simulator = start("venue-metadata", clock);
afterAll(() => simulator.stop());

type Wire = Readonly<Record<string, unknown>>;
const ask = <T = Wire>(path: string) => get<T>(`${simulator.url}${path}`);
const slugs = (rows: ReadonlyArray<Wire>) => rows.map(({ slug }) => slug);

const openSlug = `btc-updown-5m-${ms("2026-11-20T12:00:00Z") / 1000}`;
const closedSlug = `btc-updown-5m-${ms("2026-11-20T11:00:00Z") / 1000}`;
const invalid = (error: string) => ({ status: 422, body: { type: "validation error", error } });
const notFound = (error: string) => ({ status: 404, body: { type: "not found error", error } });

describe("refusals", () => {
  test.each([
    ["/events/slug/no-such-event", notFound("slug not found")],
    ["/events/slug/no%20event", invalid("slug is invalid")],
    ["/events/slug/%E0%A4%A", invalid("slug is invalid")],
    ["/events/999999999999", notFound("id not found")],
    [`/events/${openSlug}`, invalid("slug is invalid")],
    ["/markets/slug/no-such-market", notFound("slug not found")],
    ["/markets/999999999999", notFound("id not found")],
    [`/markets/${openSlug}`, invalid("slug is invalid")],
    ["/events/999999999999/tags", notFound("id not found")],
    ["/tags/slug/no-such-tag", notFound("slug not found")],
    ["/tags/4711", notFound("id not found")],
    ["/series/4711", notFound("id not found")],
    ["/events/keyset?offset=0", invalid("offset is not allowed on keyset endpoints")],
    ["/markets/keyset?offset=20", invalid("offset is not allowed on keyset endpoints")],
    ["/events/keyset?after_cursor=x", invalid("after_cursor is invalid")],
    ["/events/keyset?limit=0", invalid("limit is invalid")],
    ["/events?closed=maybe", invalid("closed is invalid")],
    ["/events?limit=-1", invalid("limit is invalid")],
    ["/events?start_date_min=soon", invalid("start_date_min is invalid")],
    ["/events?id=abc", invalid("id is invalid")],
    ["/events?tag_id=crypto", invalid("tag_id is invalid")],
    ["/events?order=colour", invalid("order is invalid")],
    ["/markets?clob_token_ids=0x1", invalid("clob_token_ids is invalid")],
    ["/public-search", invalid("q is invalid")],
  ])("%s", async (path, expected) => {
    expect(await ask(path)).toMatchObject(expected);
  });

  test("a list reaches 2999 rows", async () => {
    for (const list of ["/events", "/markets"]) {
      expect((await ask(`${list}?limit=1&offset=2998`)).status).toBe(200);
      expect((await ask(`${list}?limit=1&offset=2999`)).status).toBe(422);
      // The limit counts after it was cut to 100.
      expect((await ask(`${list}?limit=500&offset=2899`)).status).toBe(200);
    }
  });
});

describe("lists", () => {
  test("an unknown slug in a query is an empty list", async () => {
    for (const list of ["/events", "/markets"]) {
      expect(await ask(`${list}?slug=no-such-thing`)).toMatchObject({ status: 200, body: [] });
    }
  });

  test("events by slug or id carry the headers of an old path, and others do not", async () => {
    const bySlug = await ask<ReadonlyArray<Wire>>(`/events?slug=${openSlug}`);
    expect(slugs(bySlug.body)).toEqual([openSlug]);
    const byId = await ask(`/events?id=${bySlug.body[0]?.["id"]}`);
    for (const { headers } of [bySlug, byId]) {
      expect(headers.get("deprecation")).toBe("true");
      expect(headers.get("warning")).toBe('299 - "use /events/keyset"');
      expect(headers.get("sunset")).toBe("Fri, 01 May 2026 00:00:00 GMT");
    }
    expect((await ask("/events?limit=1")).headers.has("deprecation")).toBe(false);
    expect((await ask(`/events/slug/${openSlug}`)).headers.has("deprecation")).toBe(false);
  });

  test("closed markets are only listed when they are asked for, closed events always", async () => {
    expect((await ask(`/markets?slug=${closedSlug}`)).body).toEqual([] as unknown as Wire);
    const closed = await ask<ReadonlyArray<Wire>>(`/markets?slug=${closedSlug}&closed=true`);
    expect(slugs(closed.body)).toEqual([closedSlug]);
    const [market] = closed.body;
    const byCondition = `/markets?condition_ids=${market?.["conditionId"]}`;
    expect((await ask(byCondition)).body).toEqual([] as unknown as Wire);
    expect((await ask<ReadonlyArray<Wire>>(`${byCondition}&closed=true`)).body).toHaveLength(1);
    expect((await ask(`/markets?slug=${openSlug}&closed=true`)).body)
      .toEqual([] as unknown as Wire);
    expect(slugs((await ask<ReadonlyArray<Wire>>(`/events?slug=${closedSlug}`)).body))
      .toEqual([closedSlug]);
    expect((await ask(`/markets/slug/${closedSlug}`)).body).toMatchObject({ closed: true });
  });

  test("markets do not look at active and archived, events do", async () => {
    const markets = await ask<ReadonlyArray<Wire>>("/markets?limit=5");
    expect((await ask("/markets?limit=5&active=false&archived=true")).body)
      .toEqual(markets.body as unknown as Wire);
    expect((await ask("/events?limit=5&active=false")).body).toEqual([] as unknown as Wire);
  });

  test("limits are cut without a word", async () => {
    expect((await ask<ReadonlyArray<Wire>>("/events?limit=400")).body).toHaveLength(100);
    expect((await ask<ReadonlyArray<Wire>>("/markets?limit=400")).body).toHaveLength(100);
    const events = await ask<{ events: ReadonlyArray<Wire> }>("/events/keyset?limit=900");
    expect(events.body.events).toHaveLength(500);
    const markets = await ask<{ markets: ReadonlyArray<Wire> }>("/markets/keyset?limit=900");
    expect(markets.body.markets).toHaveLength(100);
    expect((await ask<{ events: unknown }>("/events/keyset")).body.events).toHaveLength(20);
  });

  test("markets are found by every one of their names", async () => {
    const { body: market } = await ask(`/markets/slug/${openSlug}`);
    const [up, down] = JSON.parse(String(market["clobTokenIds"]));
    for (
      const query of [
        `id=${market["id"]}`,
        `id[]=${market["id"]}`,
        `slug=${openSlug}&slug=no-such-thing`,
        `condition_ids=${market["conditionId"]}`,
        `question_ids=${market["questionID"]}`,
        `clob_token_ids=${up}&clob_token_ids=${down}`,
      ]
    ) {
      const { body } = await ask<ReadonlyArray<Wire>>(`/markets?${query}`);
      expect([query, slugs(body)]).toEqual([query, [openSlug]]);
    }
  });

  test("filters by tag, by series and by date agree with what is listed", async () => {
    const find = async (query: string) =>
      (await ask<ReadonlyArray<Wire>>(`/events?closed=false&limit=100&${query}`)).body;
    const byTag = await find("tag_slug=5M&start_date_min=2026-11-20T11:00:00Z");
    expect(byTag.length).toBeGreaterThan(20);
    expect(byTag.every(({ slug }) => String(slug).includes("-updown-5m-"))).toBe(true);
    expect(byTag.every(({ startDate }) => String(startDate) >= "2026-11-20T11:00:00Z")).toBe(true);
    expect(await find("tag_slug=5m")).toEqual([]);
    const series = await find("series_id=10684&end_date_max=2026-11-20T13:00:00Z");
    expect(series).toHaveLength(12);
    expect(series.every(({ seriesSlug }) => seriesSlug === "btc-up-or-down-5m")).toBe(true);
    const some = await find("tag_id=100265");
    expect(some.length).toBeGreaterThan(0);
    expect(await find("tag_id=100265&exclude_tag_id=366")).toEqual([]);
    const rich = await find("volume_min=200000&order=volume&ascending=false");
    const volumes = rich.map(({ volume }) => Number(volume));
    expect(volumes.length).toBeGreaterThan(5);
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a));
    expect(Math.min(...volumes)).toBeGreaterThanOrEqual(200_000);
  });

  test("the number of results counts millions of windows", async () => {
    type Page = { pagination: { totalResults: number; hasMore: boolean }; data: unknown };
    const { body } = await ask<Page>("/events/pagination?series_id=10684&limit=3");
    const windows = (NOW_MS + 86_400_000 - ms("2024-01-01T00:00:00Z")) / 300_000;
    expect(Math.abs(body.pagination.totalResults - windows)).toBeLessThan(4);
    expect(body.pagination.hasMore).toBe(true);
    expect(body.data).toHaveLength(3);
  });

  test.each([
    ["events", "closed=false", 4],
    ["events", "closed=false&order=endDate&ascending=false", 500],
    ["events", "closed=false&order=volume&ascending=false", 300],
    ["markets", "tag_slug=weather", 2],
    ["markets", "tag_slug=sports&order=createdAt", 1],
  ])("pages of %s?%s show every row once, in order", async (kind, query, limit) => {
    type Page = Readonly<Record<string, ReadonlyArray<Wire>>> & { next_cursor?: string };
    const paged: unknown[] = [];
    let cursor = "";
    for (let i = 0; i < 40; i++) {
      const after = cursor === "" ? "" : `&after_cursor=${cursor}`;
      const { body } = await ask<Page>(`/${kind}/keyset?${query}&limit=${limit}${after}`);
      paged.push(...slugs(body[kind] ?? []));
      cursor = body.next_cursor ?? "";
      if (cursor === "") break;
    }
    const whole: unknown[] = [];
    for (let offset = 0; offset < Math.min(paged.length, 2_900); offset += 100) {
      const path = `/${kind}?${query}&limit=100&offset=${offset}`;
      whole.push(...slugs((await ask<ReadonlyArray<Wire>>(path)).body));
    }
    const compared = Math.min(whole.length, paged.length);
    expect(compared).toBeGreaterThan(5);
    expect(paged.slice(0, compared)).toEqual(whole.slice(0, compared));
    expect(new Set(paged).size).toBe(paged.length);
  });
});

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

  test("a row has no tokens in its first minute", async () => {
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
      clock.set(createdMs - 2_000);
      expect((await ask(`/markets/slug/${openSlug}`)).status).toBe(404);
    } finally {
      clock.set(NOW_MS);
    }
  });

  test("the one null is the fee type of what has no fees", async () => {
    const { body } = await ask<ReadonlyArray<Wire>>("/markets?tag_slug=geopolitics");
    expect(body[0]).toMatchObject({ feesEnabled: false, feeType: null });
    const { body: all } = await ask<ReadonlyArray<Wire>>("/markets?limit=100");
    const nulls = all.flatMap((market) =>
      Object.entries(market).filter(([, value]) => value === null).map(([name]) => name)
    );
    expect([...new Set(nulls)]).toEqual(["feeType"]);
  });

  testWithShared(
    ["polymarket/gamma_fields.json"],
    "fields are the venue's, and of its types",
    async () => {
      const { types } = await Bun.file(sharedPath("polymarket/gamma_fields.json")).json();
      const isOf = (type: string, value: unknown): boolean => {
        if (value === null) return true;
        if (type.startsWith("[]")) return Array.isArray(value);
        if (type === "bool") return typeof value === "boolean";
        if (/^(int64|float64|json\.Number)$/.test(type)) return typeof value === "number";
        return type in types ? typeof value === "object" : typeof value === "string";
      };
      const wrong: string[] = [];
      const check = (name: string, object: unknown) => {
        for (const [field, value] of Object.entries(object as Wire)) {
          const type: unknown = types[name][field];
          if (typeof type !== "string" || !isOf(type, value)) wrong.push(`${name}.${field}`);
          else if (/^\[\]/.test(type) && type.slice(2) in types) {
            for (const each of value as ReadonlyArray<unknown>) check(type.slice(2), each);
          } else if (type in types && value !== null) check(type, value);
        }
      };
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
    expect((await ask("/readyz")).body).toEqual({ db: "ok", replica: "ok", cache: "ok" });
    expect((await ask("/tags/21")).body).toMatchObject({ slug: "crypto" });
    expect((await ask("/tags/slug/5M")).body).toMatchObject({ id: "102892" });
    expect((await ask("/series/10684")).body).toMatchObject({ slug: "btc-up-or-down-5m" });
    expect((await ask("/series-summary/10684")).body).toMatchObject({ id: "10684" });
    for (const path of ["/sports", "/teams", "/tags/21/related-tags"]) {
      expect((await ask(path)).body).toEqual([] as unknown as Wire);
    }
    expect((await ask<ReadonlyArray<string>>("/sports/market-types")).body).toContain("moneyline");
    const { body: event } = await ask(`/events/slug/${openSlug}`);
    expect((await ask(`/events/${event["id"]}/tags`)).body)
      .toEqual(event["tags"] as unknown as Wire);
    type Found = { events: ReadonlyArray<Wire>; tags: ReadonlyArray<Wire> };
    const { body } = await ask<Found>("/public-search?q=alder+bridge");
    expect(String(body.events[0]?.["slug"])).toStartWith("alder-bridge-opens-");
  });

  test("troubles come as the venue's", async () => {
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
