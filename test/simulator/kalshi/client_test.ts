import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Configuration,
  EventsApi,
  type GetEventsResponse,
  GetEventsStatusEnum,
  MarketApi,
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
  // Each call begins in a separate second, with all of its calls available.
  clock.set(clock.nowMs() + 1_000);
  return new Configuration({ basePath: `${kalshi.url}/trade-api/v2` });
};

describe("Kalshi's own client", () => {
  test("lists all open events of a series page by page, with markets and milestones", async () => {
    const pages: GetEventsResponse[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await new EventsApi(configure())
        .getEvents(50, cursor, true, true, GetEventsStatusEnum.Open, "KXNBAGAME");
      pages.push(data);
      cursor = data.cursor;
    } while (cursor !== "");
    const events = pages.flatMap(({ events }) => events);
    expect(events.length).toBeGreaterThan(100);
    expect(new Set(events.map(({ event_ticker: ticker }) => ticker)).size).toBe(events.length);
    expect(events[0]?.markets?.map(({ market_type: type, status }) => [type, status]))
      .toEqual([["binary", "active"], ["binary", "active"]]);
    for (const { events, milestones = [] } of pages) {
      const tickers = new Set<unknown>(events.map(({ event_ticker: ticker }) => ticker));
      const named = milestones.map(({ details }) => details["main_game_event_ticker"]);
      expect(named.filter((ticker) => !tickers.has(ticker))).toEqual([]);
      expect(named.length / events.length).toBeGreaterThan(0.8);
    }
  });

  test("lists the markets of a series, and those with given tickers", async () => {
    const { data } = await new MarketApi(configure())
      .getMarkets(1000, undefined, undefined, "KXEPLGAME");
    // Home, away and tie.
    expect(data.markets.length % 3).toBe(0);
    const url = `${kalshi.url}/trade-api/v2/markets`;
    const wanted = data.markets.slice(0, 7).map(({ ticker }) => ticker);
    clock.set(clock.nowMs() + 1_000);
    const found = await (await fetch(`${url}?tickers=${wanted.join(",")}`)).json() as typeof data;
    expect(found.markets.map(({ ticker }) => ticker).toSorted()).toEqual(wanted.toSorted());
  });

  test("gets an error for a page that is too long, and for the 21st call of a second", async () => {
    const failed = new EventsApi(configure()).getEvents(201)
      .then(() => undefined, ({ response }) => [response.status, response.data.error.code]);
    expect(await failed).toEqual([400, "bad_request"]);
    const api = new EventsApi(configure());
    const calls = await Promise.allSettled(Array.from({ length: 21 }, () => api.getEvents(1)));
    expect(calls.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });
});
