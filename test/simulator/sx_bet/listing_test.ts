import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { Offer } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeSxBetSimulator } from "../../../app/simulator/sx_bet/sx_bet_simulator.ts";
import { STAGED_NOW, stagedGame, stagedMany } from "../../contract/staged_game.ts";
import { stagedOffer, stagedSeason } from "../season/staged_season.ts";
import { control, get, makeStillClock, ms } from "../kit/support.ts";

type Wire = Readonly<Record<string, unknown>>;
interface Markets {
  readonly status: string;
  readonly data: { readonly markets: ReadonlyArray<Wire>; readonly nextKey?: string };
}
interface Rows {
  readonly status: string;
  readonly data: ReadonlyArray<Wire>;
}

const NOW_MS = ms(STAGED_NOW);
const clock = makeStillClock(NOW_MS);
let offers: ReadonlyArray<Offer> = [];
let simulator = startSimulator();
afterAll(() => simulator.stop());
beforeEach(async () => {
  await simulator.stop();
  clock.set(NOW_MS);
  simulator = startSimulator();
  offers = stagedMany("nba", 130).map((game) => stagedOffer("sx_bet", game));
});

function startSimulator() {
  const season = stagedSeason(() => offers);
  return listen(makeSxBetSimulator({ season, clock }), { seed: 1, clock });
}

const ask = <T = Markets>(path: string) => get<T>(simulator.url + path);
const markets = async (query: string) =>
  (await ask(`/markets/active?pageSize=100&${query}`)).body.data.markets;
const put = (body: unknown) => control(`${simulator.url}/__listing`, "PUT", body);
const failure = (message: string) => ({ status: "failure", message });

describe("refusals", () => {
  test.each([
    ["/markets/active?leagueId=nfl", 400, '"nfl" must be a number'],
    ["/markets/active?sportIds=1,x", 400, '"x" must be a number'],
    ["/markets/active?pageSize=0", 400, "pageSize must be at least 1"],
    ["/markets/active?paginationKey=next", 400, "paginationKey is invalid"],
    [
      "/markets/active?type=226&betGroup=game-lines",
      400,
      "Only one of type and betGroup can be present",
    ],
    ["/orders", 404, "Not Found"],
  ])("%s", async (path, status, message) => {
    expect(await ask<Wire>(path)).toMatchObject({ status, body: failure(message) });
  });

  test("the 501st call of a minute is refused until the minute is over", async () => {
    clock.set(NOW_MS + 15_000);
    for (let call = 0; call < 500; call += 1) {
      expect((await ask<Rows>("/sports")).status).toBe(200);
    }
    const { status, headers, body } = await ask<Wire>("/sports");
    expect([status, headers.get("retry-after"), body]).toEqual([
      429,
      "45",
      failure("Too Many Requests"),
    ]);
    clock.set(NOW_MS + 60_000);
    expect((await ask<Rows>("/sports")).status).toBe(200);
  });
});

describe("pages", () => {
  test.each([1, 40, 100])("of %i show every market once", async (pageSize) => {
    const met: Array<unknown> = [];
    let key: string | undefined = "";
    while (key !== undefined) {
      const after: string = key === "" ? "" : `&paginationKey=${key}`;
      const { body }: { body: Markets } = await ask(`/markets/active?pageSize=${pageSize}${after}`);
      expect(body.data.markets.length).toBeLessThanOrEqual(pageSize);
      met.push(...body.data.markets.map(({ marketHash }) => marketHash));
      key = body.data.nextKey;
      expect(key).not.toBe("");
    }
    expect(met.length).toBe(130);
    expect(new Set(met).size).toBe(130);
  });

  test("have 100 markets at most, and 50 unless it is said", async () => {
    expect((await ask("/markets/active?pageSize=500")).body.data.markets.length).toBe(100);
    expect((await ask("/markets/active")).body.data.markets.length).toBe(50);
  });

  test("a last page that is full has no next key", async () => {
    offers = offers.slice(0, 100);
    expect((await ask("/markets/active?pageSize=100")).body.data).not.toHaveProperty("nextKey");
  });
});

describe("a fixture", () => {
  const kinds = ["winner", "spread", "total", "props"] as const;

  test("has markets of many types, of one event and two teams", async () => {
    const game = stagedGame("nba", 5, { kinds: ["winner", "spread", "total"] });
    offers = [stagedOffer("sx_bet", game, { kinds })];
    const found = await markets("leagueId=1");
    expect(found.map(({ type }) => type)).toEqual([226, 342, 342, 342, 28, 28, 28, 63]);
    for (const market of found) {
      expect(market).toMatchObject({
        status: "ACTIVE",
        teamOneName: game.home.name,
        teamTwoName: game.away.name,
        gameTime: game.kickoffSec,
        sportXeventId: "L18000005",
        sportId: 1,
        sportLabel: "Basketball",
        leagueId: 1,
        leagueLabel: "NBA",
      });
      expect(market["marketHash"]).toMatch(/^0x[0-9a-f]{64}$/);
    }
    expect(found[1]).toMatchObject({
      outcomeOneName: `${game.home.name} -4.5`,
      outcomeTwoName: `${game.away.name} +4.5`,
      line: -4.5,
      mainLine: true,
    });
    expect((await markets("leagueId=1&onlyMainLine=true")).map(({ type }) => type))
      .toEqual([226, 342, 28, 63]);
    expect((await markets("type=28,226")).length).toBe(4);
    expect((await markets("betGroup=first-half-lines")).map(({ type }) => type)).toEqual([63]);
    expect((await markets("eventId=L18000006")).length).toBe(0);
    expect((await markets("sportIds=5,1")).length).toBe(8);
    expect((await markets("sportIds=5")).length).toBe(0);
  });

  test("in soccer has three winners, and may lack its hour or have its sides swapped", async () => {
    const game = stagedGame("epl", 5, { kickoffSec: null });
    offers = [stagedOffer("sx_bet", game, { isSwapped: true })];
    const found = await markets("leagueId=29");
    const { home, away } = game;
    expect(found).toMatchObject(
      [away.name, "Tie", home.name].map((name) => ({
        type: 1,
        outcomeOneName: name,
        outcomeTwoName: `Not ${name}`,
        teamOneName: away.name,
        teamTwoName: home.name,
        gameTime: 0,
      })),
    );
  });

  test("is live while it is played", async () => {
    const at = (phase: "playing" | "postponed" | "before", number: number) => {
      const offer = stagedOffer("sx_bet", stagedGame("nba", number));
      return { ...offer, game: { ...offer.game, moment: { ...offer.game.moment, phase } } };
    };
    offers = [at("before", 1), at("playing", 2), at("postponed", 3)];
    expect((await markets("liveOnly=true")).map(({ sportXeventId }) => sportXeventId))
      .toEqual(["L18000002"]);
  });

  test("is gone when it is closed", async () => {
    offers = offers.map((offer) => ({ ...offer, isClosed: true }));
    expect(await markets("")).toEqual([]);
  });
});

describe("leagues", () => {
  test("are known whether they have markets or not", async () => {
    const all = (await ask<Rows>("/leagues?sportId=1")).body.data;
    expect(all).toContainEqual({ leagueId: 1, label: "NBA", sportId: 1, active: true });
    expect(all).toContainEqual({ leagueId: 1384, label: "WNBA", sportId: 1, active: false });
    expect(all.every(({ sportId }) => sportId === 1)).toBe(true);
    const active = (await ask<Rows>("/leagues/active")).body.data;
    expect(active).toEqual([
      { leagueId: 1, label: "NBA", sportId: 1, eventsByType: { "game-lines": 130 } },
    ]);
    const sports = (await ask<Rows>("/sports")).body.data;
    expect(sports).toContainEqual({ sportId: 1, label: "Basketball" });
  });

  test("become active at tens of minutes only", async () => {
    const asked: Array<number> = [];
    const season = {
      ...stagedSeason(() => []),
      offers: (_platform: unknown, _query: unknown, nowSec: number) => {
        asked.push(nowSec);
        return [];
      },
    };
    const other = listen(makeSxBetSimulator({ season, clock }), { seed: 1, clock });
    clock.set(NOW_MS + 599_000);
    await get(`${other.url}/leagues/active`);
    await other.stop();
    expect(new Set(asked)).toEqual(new Set([NOW_MS / 1000]));
  });
});

describe("a replaced listing", () => {
  const market = (marketHash: string, changes: Wire = {}) => ({
    marketHash,
    teamOneName: "A",
    teamTwoName: "B",
    type: 226,
    gameTime: 1,
    sportXeventId: "L1",
    sportId: 8,
    leagueId: 243,
    leagueLabel: "NFL",
    ...changes,
  });

  test("replaces the world's, with filters and pages", async () => {
    const all = Array.from(
      { length: 120 },
      (_, at) => market(`0x${at}`, { leagueId: 243 + at % 2 }),
    );
    const body = { status: "success", data: { markets: all, nextKey: "elsewhere" } };
    expect(await put(body)).toEqual({ status: 200, body: { markets: 120 } });
    const first = (await ask("/markets/active?pageSize=50&leagueId=243")).body.data;
    expect(first.markets.map(({ marketHash }) => marketHash).slice(0, 3))
      .toEqual(["0x0", "0x2", "0x4"]);
    const second = await markets(`leagueId=243&paginationKey=${first.nextKey}`);
    expect(second.length).toBe(10);
    expect(await markets("leagueId=1")).toEqual([]);
  });

  test("brings its own leagues, which replace those of the same name or number", async () => {
    const soccer = { sportId: 5, sportXeventId: "L2", leagueId: 77 };
    const renewed = market("0x2", { ...soccer, leagueLabel: "English Premier League" });
    await put({ status: "success", data: { markets: [market("0x1"), renewed] } });
    const leagues = (await ask<Rows>("/leagues")).body.data;
    const named = (label: string) => leagues.filter((league) => league["label"] === label);
    expect(named("NFL")).toEqual([{ leagueId: 243, label: "NFL", sportId: 8, active: true }]);
    expect(named("English Premier League")).toMatchObject([{ leagueId: 77, active: true }]);
    expect(named("NBA")).toMatchObject([{ leagueId: 1, active: false }]);
  });

  test.each([
    [{}, "Send a JSON object"],
    [{ data: {} }, '"markets" must be a list'],
    [{ data: { markets: [1] } }, "markets[0]: Send a JSON object"],
  ])("%j is refused", async (body, error) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { error } });
  });
});
