import { afterAll, describe, expect, test } from "bun:test";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { control, get, makeStillClock, ms, start } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:03:20Z"));
const simulator = start("venue-metadata", clock);
afterAll(() => simulator.stop());

type Wire = Readonly<Record<string, unknown>>;
const ask = <T = Wire>(path: string) => get<T>(`${simulator.url}${path}`);
const put = (body: unknown) => control(`${simulator.url}/__event`, "PUT", body);

const GAME = {
  id: "834146",
  slug: "epl-ald-brn-2026-11-22",
  title: "Alder FC vs. Brenn City",
  startDate: "2026-11-10T04:00:12Z",
  endDate: "2026-11-22T14:00:00Z",
  startTime: "2026-11-22T14:00:00Z",
  eventDate: "2026-11-22",
  gameId: 77_001,
  closed: false,
  tags: [{ id: "306", slug: "EPL", label: "EPL" }, { id: "100639", slug: "games", label: "Games" }],
  series: [{ id: "10188", slug: "premier-league" }],
  sport: { id: 2, sport: "epl", ordering: "home" },
  teams: [{ id: 1, name: "Alder FC" }, { id: 2, name: "Brenn City" }],
  markets: [
    {
      id: "2989227",
      slug: "epl-ald-brn-2026-11-22-ald",
      question: "Will Alder FC win on 2026-11-22?",
      sportsMarketType: "moneyline",
      gameId: "77001",
      conditionId: `0x${"ab".repeat(32)}`,
      outcomes: '["Yes", "No"]',
      outcomePrices: '["0.4", "0.6"]',
      clobTokenIds: '["123456789", "987654321"]',
      closed: false,
      tags: [{ id: "306" }],
    },
  ],
};

describe("PUT /__event", () => {
  test("accepts null for omitted fields, as in recordings", async () => {
    const nothing = { tags: null, series: null, markets: null, score: null };
    const bare = { id: "990001", slug: "nothing-known", title: "Nothing known", ...nothing };
    expect((await put(bare)).status).toBe(200);
    expect((await ask("/events/slug/nothing-known")).body).toMatchObject({ id: "990001" });
    expect((await ask("/events?closed=false&limit=5")).status).toBe(200);
    const markets = [{ id: "990003", outcomes: null, clobTokenIds: null }];
    expect((await put({ id: "990002", slug: "half-known", markets })).status).toBe(200);
    expect((await ask("/markets/990003")).status).toBe(200);
  });

  test("is found by every id, in the format of each path", async () => {
    expect(await put(GAME)).toEqual({
      status: 200,
      body: { id: "834146", slug: "epl-ald-brn-2026-11-22", markets: 1 },
    });
    const bySlug = await ask<{ markets: ReadonlyArray<Wire> }>(`/events/slug/${GAME.slug}`);
    expect(bySlug.body).toMatchObject({ title: GAME.title, gameId: 77_001, tags: GAME.tags });
    expect(Object.keys(bySlug.body.markets[0] ?? {})).not.toContain("tags");
    expect((await ask(`/events/${GAME.id}`)).body).toEqual(bySlug.body);
    const market = (await ask<{ events: ReadonlyArray<Wire> }>("/markets/2989227")).body;
    expect(market).toMatchObject({ outcomes: '["Yes", "No"]', events: [{ slug: GAME.slug }] });
    expect(Object.keys(market.events[0] ?? {})).not.toContain("tags");
    const tagged = await ask(`/markets/slug/${GAME.markets[0]?.slug}?include_tag=true`);
    expect(tagged.body).toMatchObject({ tags: GAME.tags });
  });

  test("appears in every list it fits, and in no other", async () => {
    await put(GAME);
    const isIn = async (path: string, slug: string) => {
      const { body } = await ask<ReadonlyArray<Wire> & Readonly<Record<string, unknown>>>(path);
      const rows = Array.isArray(body) ? body : (body["events"] ?? body["data"] ?? body["markets"]);
      return (rows as ReadonlyArray<Wire>).some((row) => row["slug"] === slug);
    };
    for (
      const query of [
        "tag_id=100639&closed=false&active=true&archived=false",
        "tag_slug=EPL",
        "series_id=10188&event_date=2026-11-22",
        "series_id=10188&start_time_min=2026-11-22T14:00:00Z&order=startTime&ascending=true",
        "tag_id=306&end_date_min=2026-11-22T00:00:00Z&end_date_max=2026-11-23T00:00:00Z",
        `slug=${GAME.slug}`,
        `id=${GAME.id}`,
      ]
    ) {
      for (const path of ["/events", "/events/keyset", "/events/pagination"]) {
        expect([path, query, await isIn(`${path}?${query}`, GAME.slug)]).toEqual([
          path,
          query,
          true,
        ]);
      }
    }
    for (const query of ["tag_id=306&closed=true", "event_date=2026-11-23", "tag_slug=5M"]) {
      expect([query, await isIn(`/events?${query}`, GAME.slug)]).toEqual([query, false]);
    }
    const marketSlug = GAME.markets[0]?.slug ?? "";
    for (
      const query of [
        "game_id=77001",
        "sports_market_types=moneyline&tag_id=306",
        "clob_token_ids=987654321",
        `condition_ids=0x${"ab".repeat(32)}`,
      ]
    ) {
      expect([query, await isIn(`/markets?${query}`, marketSlug)]).toEqual([query, true]);
    }
    expect(await isIn("/markets?game_id=77001&closed=true", marketSlug)).toBe(false);
    const { body: sports } = await ask<ReadonlyArray<Wire>>("/sports");
    expect(sports.filter(({ sport }) => sport === "epl")).toHaveLength(1);
    const teams = "/teams?name=Alder%20FC&name=Brenn%20City";
    expect((await ask(teams)).body).toMatchObject(GAME.teams);
    expect((await ask("/tags/306")).body).toMatchObject({ slug: "EPL" });
    expect(await isIn("/public-search?q=alder+brenn", GAME.slug)).toBe(true);
  });

  test("merges with earlier ones", async () => {
    await put(GAME);
    await put({
      id: GAME.id,
      slug: GAME.slug,
      score: "1-0",
      markets: [{ id: "2989227", closed: true }],
    });
    await put({ id: GAME.id, slug: GAME.slug, markets: [{ id: "2989228", slug: "more" }] });
    const { body } = await ask<{ markets: ReadonlyArray<Wire> }>(`/events/${GAME.id}`);
    expect(body).toMatchObject({ title: GAME.title, score: "1-0" });
    expect(body.markets).toMatchObject([
      { id: "2989227", closed: true, outcomes: '["Yes", "No"]' },
      { id: "2989228" },
    ]);
  });

  test("replaces the world's event of its slug, also in lists", async () => {
    const slug = `eth-updown-5m-${ms("2026-11-20T12:10:00Z") / 1000}`;
    const { body: world } = await ask<{ id: string; markets: ReadonlyArray<{ id: string }> }>(
      `/events/slug/${slug}`,
    );
    type Page = { pagination: { totalResults: number } };
    const total = async () =>
      (await ask<Page>("/events/pagination?closed=false")).body.pagination.totalResults;
    const before = await total();
    await put({ id: "600001", slug, title: "Mine", closed: false, markets: [] });
    expect((await ask(`/events/slug/${slug}`)).body).toMatchObject({ id: "600001", title: "Mine" });
    expect((await ask(`/events/${world.id}`)).status).toBe(404);
    expect((await ask(`/markets/${world.markets[0]?.id}`)).status).toBe(404);
    const listed = await ask<ReadonlyArray<Wire>>(`/events?slug=${slug}`);
    expect(listed.body).toMatchObject([{ id: "600001" }]);
    expect(await total()).toBe(before);
    const { body: open } = await ask<ReadonlyArray<{ id: string; slug: string }>>(
      "/events?closed=false&tag_slug=15M&limit=1",
    );
    await put({ id: open[0]?.id, slug: "another-slug", markets: [] });
    expect((await ask(`/events/slug/${open[0]?.slug}`)).status).toBe(404);
    expect((await ask(`/events/${open[0]?.id}`)).body).toMatchObject({ slug: "another-slug" });
  });

  test("of the future appears when it is due", async () => {
    const event = { id: "700001", slug: "from-tomorrow", createdAt: "2026-11-21T00:00:00Z" };
    await put(event);
    expect((await ask("/events/slug/from-tomorrow")).status).toBe(404);
    const nowMs = clock.nowMs();
    clock.set(ms("2026-11-21T00:00:01Z"));
    expect((await ask("/events/slug/from-tomorrow")).status).toBe(200);
    clock.set(nowMs);
  });

  test.each([
    [[], "Send a JSON object"],
    [{ slug: "x" }, '"id" must be text'],
    [{ id: 7, slug: "x" }, '"id" must be text'],
    [{ id: "7a", slug: "x" }, '"id" must be digits'],
    [{ id: "7" }, '"slug" must be text'],
    [{ id: "7", slug: "a b" }, '"slug" must be letters, digits and dashes'],
    [{ id: "7", slug: "x", markets: {} }, '"markets" must be a list'],
    [{ id: "7", slug: "x", markets: [{}] }, 'markets[0]: "id" must be text'],
    [
      { id: "7", slug: "x", markets: [{ id: "8", outcomes: ["Yes", "No"] }] },
      'markets[0]: "outcomes" must be text that holds a JSON list',
    ],
    [{ id: "7", slug: "x", tags: [{ id: "1" }] }, 'tags[0]: "slug" must be text'],
  ])("%j is refused", async (body, error) => {
    expect(await put(body)).toEqual({ status: 400, body: { error } });
    expect((await ask("/events/7")).status).toBe(404);
  });

  testWithShared(
    [
      "platforms/polymarket_nba_nyk_sas_finals_g5_2026-06-13.json",
      "platforms/polymarket_soccer_events.json",
    ],
    "takes recorded games as they are, and says the protocol of their markets",
    async () => {
      const read = (name: string) => Bun.file(sharedPath(`platforms/${name}.json`)).json();
      const { event } = await read("polymarket_nba_nyk_sas_finals_g5_2026-06-13");
      const { events } = await read("polymarket_soccer_events");
      for (const game of [event, ...events]) {
        expect((await put(game)).status).toBe(200);
        const markets = game.markets?.map((market: object) => ({ version: "v1", ...market }));
        expect((await ask(`/events/slug/${game.slug}`)).body)
          .toEqual(markets === undefined ? game : { ...game, markets });
      }
    },
  );
});
