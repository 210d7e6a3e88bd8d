import { afterAll, describe, expect, test } from "bun:test";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const clock = makeStillClock(NOW_MS);
const simulator = start("venue-metadata", clock);
afterAll(() => simulator.stop());

/** Up to 70 calls that read every row. */
const MANY_PAGES_MS = 300_000;

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
    ["/tags/slug/no-such-tag", notFound("slug not found")],
    ["/tags/4711", notFound("id not found")],
    ["/series/4711", notFound("id not found")],
    ["/events/keyset?offset=0", invalid("offset is not allowed on keyset endpoints")],
    ["/markets/keyset?offset=20", invalid("offset is not allowed on keyset endpoints")],
    ["/events/keyset?after_cursor=x", invalid("after_cursor is invalid")],
    ["/events/keyset?after_cursor=WyJhIiwxLDBd", invalid("after_cursor is invalid")],
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
      // The limit counts after its reduction to 100.
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

  test("events by slug or id carry the deprecation headers, and others do not", async () => {
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

  test("closed markets are listed only on request, closed events always", async () => {
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

  test("markets ignore active and archived, events do not", async () => {
    const markets = await ask<ReadonlyArray<Wire>>("/markets?limit=5");
    expect((await ask("/markets?limit=5&active=false&archived=true")).body)
      .toEqual(markets.body as unknown as Wire);
    expect((await ask("/events?limit=5&active=false")).body).toEqual([] as unknown as Wire);
  });

  test("limits are reduced silently", async () => {
    expect((await ask<ReadonlyArray<Wire>>("/events?limit=400")).body).toHaveLength(100);
    expect((await ask<ReadonlyArray<Wire>>("/markets?limit=400")).body).toHaveLength(100);
    const events = await ask<{ events: ReadonlyArray<Wire> }>("/events/keyset?limit=900");
    expect(events.body.events).toHaveLength(500);
    const markets = await ask<{ markets: ReadonlyArray<Wire> }>("/markets/keyset?limit=900");
    expect(markets.body.markets).toHaveLength(100);
    expect((await ask<{ events: unknown }>("/events/keyset")).body.events).toHaveLength(20);
  });

  test("markets are found by every one of their ids", async () => {
    const openSlug = `btc-15m-2026-11-20-1200`;
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
    const [old] = await find("tag_slug=politics");
    expect(Number(old?.["volume24hr"])).toBeWithin(1, Number(old?.["volume"]));
    const rich = await find("volume_min=200000&order=volume&ascending=false");
    const volumes = rich.map(({ volume }) => Number(volume));
    expect(volumes.length).toBeGreaterThan(5);
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a));
    expect(Math.min(...volumes)).toBeGreaterThanOrEqual(200_000);
  });

  test("every event is either closed or open", async () => {
    type Page = { pagination: { totalResults: number }; data: ReadonlyArray<Wire> };
    const page = async (query: string) =>
      (await ask<Page>(`/events/pagination?limit=100&order=closedTime&${query}`)).body;
    // A window has ended, and is not closed yet.
    clock.set(ms("2026-11-20T12:05:10Z"));
    const open = await page("closed=false");
    const closed = await page("closed=true&ascending=false");
    const all = await page("");
    expect(open.pagination.totalResults + closed.pagination.totalResults)
      .toBe(all.pagination.totalResults);
    clock.set(NOW_MS);
    expect(slugs(open.data)).toContain(openSlug);
    expect(open.data.every((event) => event["closed"] === false)).toBe(true);
    expect(closed.data.every((event) => event["closed"] === true)).toBe(true);
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
  }, MANY_PAGES_MS);
});
