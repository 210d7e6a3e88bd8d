import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { makeLimitlessSimulator } from "../../../app/simulator/limitless/limitless_simulator.ts";
import type { Offer } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { STAGED_NOW, stagedGame, stagedMany } from "../../contract/staged_game.ts";
import { stagedOffer, stagedSeason } from "../season/staged_season.ts";
import { control, get, makeStillClock, ms } from "../kit/support.ts";

type Wire = Readonly<Record<string, unknown>>;
interface List {
  readonly data: ReadonlyArray<Wire & { readonly slug: string }>;
  readonly totalMarketsCount: number;
}

const clock = makeStillClock(ms(STAGED_NOW));
let offers: ReadonlyArray<Offer> = [];
let simulator = startSimulator();
afterAll(() => simulator.stop());
beforeEach(async () => {
  await simulator.stop();
  simulator = startSimulator();
  offers = stagedMany("nba", 60).map((game) => stagedOffer("limitless", game));
});

function startSimulator() {
  const season = stagedSeason(() => offers);
  return listen(makeLimitlessSimulator({ season, seed: 1, clock }), { seed: 1, clock });
}

const ask = <T = List>(query: string) => get<T>(`${simulator.url}/markets/active?${query}`);
const put = (body: unknown) => control(`${simulator.url}/__listing`, "PUT", body);
const slugs = ({ data }: List) => data.map(({ slug }) => slug);

describe("refusals", () => {
  test.each([
    ["limit=26", { limit: "limit must not be greater than 25" }],
    ["limit=0", { limit: "limit must not be less than 1" }],
    ["page=0", { page: "page must not be less than 1" }],
    ["page=first", { page: "page must be an integer number" }],
    ["automationType=sport", {
      automationType: "automationType must be one of the following values: manual, lumy, sports",
    }],
    ["sortBy=oldest", {
      sortBy: "sortBy must be one of the following values: " +
        "lp_rewards, ending_soon, newest, high_value, liquidity",
    }],
  ])("%s", async (query, trouble) => {
    expect<unknown>(await ask(query)).toMatchObject({
      status: 400,
      body: { statusCode: 400, message: [trouble], error: "Bad Request" },
    });
  });

  test("every error is reported", async () => {
    const { body } = await ask<Wire>("limit=100&page=-1");
    expect(body["message"]).toHaveLength(2);
  });

  test("an unknown market or path is 404", async () => {
    for (const path of ["/markets/no-such-market", "/markets", "/orders"]) {
      const { status, body } = await get(simulator.url + path);
      expect([status, body["statusCode"]]).toEqual([404, 404]);
    }
    const posted = await control(`${simulator.url}/markets/active`, "POST", {});
    expect(posted.status).toBe(404);
  });
});

describe("pages", () => {
  test.each([1, 7, 25])("of %i show every row once", async (limit) => {
    const met: Array<string> = [];
    for (let page = 1;; page += 1) {
      const { body } = await ask(`automationType=sports&limit=${limit}&page=${page}`);
      expect(body.totalMarketsCount).toBe(60);
      if (body.data.length === 0) break;
      met.push(...slugs(body));
    }
    expect(met.length).toBe(60);
    expect(new Set(met).size).toBe(60);
  });

  test("have 25 rows by default, and begin at 1", async () => {
    const { body } = await ask("automationType=sports");
    expect(body.data.length).toBe(25);
    expect(slugs((await ask("automationType=sports&page=1")).body)).toEqual(slugs(body));
  });
});

describe("the list", () => {
  test("mixes sports with other markets by default", async () => {
    const types = new Set<unknown>();
    const first = await ask("");
    for (let page = 1; page <= Math.ceil(first.body.totalMarketsCount / 25); page += 1) {
      const { body } = await ask(`page=${page}`);
      for (const { automationType } of body.data) types.add(automationType);
    }
    expect([...types].toSorted()).toEqual(["lumy", "manual", "sports"]);
    const sports = await ask("automationType=sports");
    expect(new Set(sports.body.data.map(({ automationType }) => automationType)))
      .toEqual(new Set(["sports"]));
    expect(first.body.totalMarketsCount).toBeGreaterThan(sports.body.totalMarketsCount);
  });

  test("is ordered by the earliest end, or by the newest", async () => {
    const ending = (await ask("sortBy=ending_soon")).body.data;
    const ends = ending.map(({ expirationTimestamp }) => Number(expirationTimestamp));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    const newest = (await ask("sortBy=newest")).body.data;
    const created = newest.map(({ createdAt }) => String(createdAt));
    expect(created).toEqual(created.toSorted().toReversed());
  });

  test("omits closed markets", async () => {
    offers = offers.map((offer, at) => ({ ...offer, isClosed: at < 20 }));
    expect((await ask("automationType=sports")).body.totalMarketsCount).toBe(40);
  });
});

describe("a match", () => {
  test("has a group for its winner and single markets next to it, of one event", async () => {
    const game = stagedGame("nba", 5, { kinds: ["winner", "spread", "total"] });
    offers = [stagedOffer("limitless", game)];
    const { data } = (await ask("automationType=sports")).body;
    expect(data).toMatchObject([
      { marketType: "group", markets: [{ title: game.home.name }, { title: game.away.name }] },
      { marketType: "single", metadata: { marketType: "spread" } },
      { marketType: "single", metadata: { marketType: "total" } },
    ]);
    for (const row of data) {
      expect(row).toMatchObject({
        status: "FUNDED",
        tradeType: "clob",
        categories: ["Sports", "NBA"],
        expirationTimestamp: (Number(game.kickoffSec) + 4 * 3600) * 1000,
        metadata: {
          eventId: "11000038",
          homeTeam: game.home.name,
          awayTeam: game.away.name,
          startMatchTimestampInUTC: game.kickoffSec,
        },
      });
    }
    const ids = data.flatMap((row) => [row, ...(row["markets"] as ReadonlyArray<Wire>) ?? []]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
    expect(new Set(ids.map(({ slug }) => slug)).size).toBe(ids.length);
  });

  test("has unique names, even if its sides meet twice on one day", async () => {
    offers = [1, 2].map((number) => stagedOffer("limitless", stagedGame("nba", number)));
    const { body } = await ask("automationType=sports");
    expect(new Set(slugs(body)).size).toBe(2);
  });

  test("in football can be drawn, and names its league itself", async () => {
    const game = stagedGame("epl", 5, { kickoffSec: null });
    offers = [stagedOffer("limitless", game, { isSwapped: true })];
    const [row] = (await ask("automationType=sports")).body.data;
    expect(row).toMatchObject({
      categories: ["Football Matches"],
      metadata: {
        leagueName: "Premier League",
        homeTeam: game.away.name,
        startMatchTimestampInUTC: null,
      },
      markets: [{ title: game.away.name }, { title: "Draw" }, { title: game.home.name }],
    });
    const prices = (row?.["markets"] as ReadonlyArray<{ prices: [number, number] }>)
      .map((market) => market.prices);
    expect(prices.reduce((sum, [yes]) => sum + yes, 0)).toBeCloseTo(1, 2);
    for (const [yes, no] of prices) expect(yes + no).toBeCloseTo(1, 9);
  });

  test("is found by its slug, and so is each of its markets", async () => {
    const [row] = (await ask("automationType=sports")).body.data;
    expect((await get(`${simulator.url}/markets/${row?.slug}`)).body).toEqual(row as Wire);
    const [child] = row?.["markets"] as ReadonlyArray<Wire>;
    const found = await get(`${simulator.url}/markets/${child?.["slug"]}`);
    expect(found.body).toEqual(child as Wire);
  });

  test("is the same under one seed, and its codes differ under another", async () => {
    const { body } = await ask("automationType=sports");
    const season = stagedSeason(() => offers);
    for (const [seed, isSame] of [[1, true], [2, false]] as const) {
      const other = listen(makeLimitlessSimulator({ season, seed, clock }), { seed, clock });
      const { data } = (await get<List>(`${other.url}/markets/active?automationType=sports`)).body;
      await other.stop();
      expect(JSON.stringify(data) === JSON.stringify(body.data)).toBe(isSame);
      expect(data.map(({ slug }) => slug)).toEqual(slugs(body));
    }
  });
});

describe("a replaced listing", () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    slug: `row-${at}`,
    automationType: at < 28 ? "sports" : "manual",
  }));

  test("replaces the world's, with filters and pages", async () => {
    expect(await put({ data: rows, totalMarketsCount: 30 }))
      .toEqual({ status: 200, body: { rows: 30 } });
    const second = (await ask("automationType=sports&page=2")).body;
    expect(second.totalMarketsCount).toBe(28);
    expect(slugs(second)).toEqual(["row-25", "row-26", "row-27"]);
    expect((await ask("")).body.totalMarketsCount).toBe(30);
  });

  test("may report more rows than it holds, and lack filter fields", async () => {
    await put({ data: [{ slug: "plain" }], totalMarketsCount: 3 });
    expect((await ask("automationType=sports&tradeType=clob")).body)
      .toEqual({ data: [{ slug: "plain" }], totalMarketsCount: 3 });
  });

  test.each([
    [[], "Send a JSON object"],
    [{}, '"data" must be a list'],
    [{ data: [1] }, "data[0]: Send a JSON object"],
    [{ data: [], totalMarketsCount: "1" }, '"totalMarketsCount" must be a whole number'],
  ])("%j is refused", async (body, error) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(String(answer.body["error"])).toStartWith(error);
  });
});
