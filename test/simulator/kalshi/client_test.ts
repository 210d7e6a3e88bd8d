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
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { makeStillClock, ms } from "../kit/support.ts";

/** Tests the simulator's protocol with Kalshi's own client library. */
const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
let kalshi: RunningSimulator;
beforeAll(() => {
  const provider = makeKalshiSimulator({ season: makeSeason(1), world: makeWorld(1), clock });
  kalshi = listen(provider, { seed: 1, clock });
});
afterAll(() => kalshi.stop());

const configuration = () => new Configuration({ basePath: `${kalshi.url}/trade-api/v2` });
const configure = () => {
  // Each call begins in a separate second, with all of its calls available.
  clock.set(clock.nowMs() + 1_000);
  return configuration();
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

  test("follows a window through its life", async () => {
    const ticker = "KXBTC15M-26NOV220715-15";
    const openMs = ms("2026-11-22T12:00:00Z");
    const seen = async (afterMs: number) => {
      clock.set(openMs + afterMs);
      const { data } = await new MarketApi(configuration()).getMarkets(
        ...[10, undefined, undefined, undefined, undefined, undefined, undefined, undefined],
        ...[undefined, undefined, undefined, undefined, ticker],
      );
      return data.markets[0];
    };
    expect(await seen(-24 * 3_600_000)).toBeUndefined();
    const TBD = "Target price: TBD";
    const unopened = { status: "initialized", yes_sub_title: TBD, result: "" };
    for (const afterMs of [-23 * 3_600_000, -1]) {
      expect(await seen(afterMs)).toMatchObject(unopened);
    }
    const opened = await seen(899);
    expect(opened).toMatchObject({ status: "active", yes_sub_title: TBD });
    expect(opened).not.toContainAnyKeys(["floor_strike", "strike_type"]);
    const active = await seen(900);
    const strike = active?.floor_strike ?? 0;
    expect(active).toMatchObject({
      event_ticker: "KXBTC15M-26NOV220715",
      floor_strike: strike,
      strike_type: "greater_or_equal",
      no_sub_title: TBD,
      open_time: "2026-11-22T12:00:00Z",
      close_time: "2026-11-22T12:15:00Z",
      expected_expiration_time: "2026-11-22T12:20:00Z",
      latest_expiration_time: "2026-11-29T12:15:00Z",
      custom_strike: { round_digits: "2" },
      exchange_index: 2,
    });
    const shown = strike.toLocaleString("en-US", { minimumFractionDigits: 2 });
    expect(active?.yes_sub_title).toBe(`Target Price: $${shown}`);
    const [bid, ask] = [Number(active?.yes_bid_dollars), Number(active?.yes_ask_dollars)];
    expect(bid).toBeLessThan(ask);
    expect([active?.no_ask_dollars, active?.no_bid_dollars])
      .toEqual([1 - bid, 1 - ask].map((dollars) => dollars.toFixed(4)));
    expect(active?.updated_time).toStartWith("2026-11-22T12:00:00.900");
    for (const afterMs of [900_000, 908_999]) {
      expect(await seen(afterMs)).toMatchObject({
        status: "closed",
        result: "",
        expiration_value: "",
        floor_strike: strike,
      });
    }
    const determined = await seen(909_000);
    const value = determined?.expiration_value ?? "";
    const result = Number(value) >= strike ? "yes" : "no";
    expect(value).toMatch(/^\d+\.\d\d$/);
    expect(determined)
      .toMatchObject({ status: "determined", result, settlement_ts: "2026-11-22T12:15:09Z" });
    expect(determined).not.toContainKey("settlement_value_dollars");
    expect(await seen(910_000)).toMatchObject({
      status: "finalized",
      result,
      expiration_value: value,
      settlement_value_dollars: result === "yes" ? "1.0000" : "0.0000",
      last_price_dollars: result === "yes" ? "0.9990" : "0.0010",
      no_sub_title: TBD,
    });
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
