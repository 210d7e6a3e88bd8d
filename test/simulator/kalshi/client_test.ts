import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Configuration,
  EventsApi,
  type GetEventsResponse,
  GetEventsStatusEnum,
  MarketApi,
  MilestoneApi,
  StructuredTargetsApi,
} from "kalshi-typescript";
import { makeKalshiSimulator } from "../../../app/simulator/kalshi/kalshi_simulator.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { listen, type RunningSimulator } from "../../../app/simulator/kit/simulator.ts";
import { makeStillClock, ms } from "../kit/support.ts";

/** Tests the simulator's protocol with Kalshi's own client library. */
const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
let kalshi: RunningSimulator;
beforeAll(() => {
  const provider = makeKalshiSimulator({ season: makeSeason(1), clock });
  kalshi = listen(provider, { seed: 1, clock });
});
afterAll(() => kalshi.stop());

const configure = () => {
  // Each test begins in a separate second, with all of its calls available.
  clock.set(clock.nowMs() + 1_000);
  return new Configuration({ basePath: `${kalshi.url}/trade-api/v2` });
};

/** Returns all pages of the open basketball games. */
async function openGames() {
  const api = new EventsApi(configure());
  const pages: GetEventsResponse[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await api.getEvents(
      50,
      cursor,
      true,
      true,
      GetEventsStatusEnum.Open,
      "KXNBAGAME",
    );
    pages.push(data);
    cursor = data.cursor;
  } while (cursor !== "");
  return {
    events: pages.flatMap(({ events }) => events),
    milestones: pages.flatMap(({ milestones }) => milestones ?? []),
  };
}

describe("Kalshi's own client", () => {
  test("lists events with their markets and milestones", async () => {
    const { events, milestones } = await openGames();
    expect(events.length).toBeGreaterThan(100);
    expect(new Set(events.map(({ event_ticker: ticker }) => ticker)).size).toBe(events.length);
    const [event] = events;
    expect(event?.markets?.map(({ market_type: type, status }) => [type, status]))
      .toEqual([["binary", "active"], ["binary", "active"]]);
    const named = new Set(milestones.map(({ details }) => details["main_game_event_ticker"]));
    expect(named.size / events.length).toBeGreaterThan(0.9);
  });

  test("finds an event, a market, a milestone and a team by their ids", async () => {
    const { events: [event], milestones: [milestone] } = await openGames();
    const ticker = event?.event_ticker ?? "";
    const found = await new EventsApi(configure()).getEvent(ticker);
    expect(found.data.markets.map(({ event_ticker: of }) => of)).toEqual([ticker, ticker]);
    const market = found.data.markets[0]?.ticker ?? "";
    const markets = new MarketApi(configure());
    expect((await markets.getMarket(market)).data.market.ticker).toBe(market);
    const milestones = new MilestoneApi(configure());
    const one = await milestones.getMilestone(milestone?.id ?? "");
    expect(one.data.milestone.title).toMatch(/ at /);
    const home = String(one.data.milestone.details["home_team_id"]);
    const targets = new StructuredTargetsApi(configure());
    const team = await targets.getStructuredTarget(home);
    expect(team.data.structured_target).toMatchObject({ id: home, type: "basketball_team" });
    expect((await targets.getStructuredTargets([home])).data.structured_targets?.length).toBe(1);
  });

  test("lists milestones of a competition from a day on, and markets of a series", async () => {
    const from = "2026-11-25T00:00:00Z";
    const { data } = await new MilestoneApi(configure())
      .getMilestones(100, from, "Sports", "Pro Football");
    expect(data.milestones.length).toBeGreaterThan(5);
    expect(
      data.milestones.every(({ start_date: start, type }) =>
        start >= from && type === "football_game"
      ),
    ).toBe(true);
    const markets = new MarketApi(configure());
    const listed = await markets.getMarkets(1000, undefined, undefined, "KXEPLGAME");
    expect(listed.data.markets.length % 3).toBe(0);
    const series = await markets.getSeries("KXEPLGAME");
    expect(series.data.series.category).toBe("Sports");
    expect((await markets.getSeriesList("Sports")).data.series?.length).toBeGreaterThan(30);
  });

  test("gets an error for an unknown event", async () => {
    const failed = new EventsApi(configure()).getEvent("KXNBAGAME-26NOV20XXXYYY")
      .then(() => undefined, ({ response }) => [response.status, response.data.error.code]);
    expect(await failed).toEqual([404, "not_found"]);
  });
});
