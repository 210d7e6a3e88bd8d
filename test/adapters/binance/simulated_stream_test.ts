import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeBinanceClient } from "../../../adapters/binance/client.ts";
import { symbolOf } from "../../../adapters/binance/market.ts";
import { makeBinancePriceFeed } from "../../../adapters/binance/price_feed.ts";
import { toTrade } from "../../../adapters/binance/trade.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import {
  layerClock,
  makeSandboxClock,
  type SandboxClock,
} from "../../../app/simulator/kit/clock.ts";
import { exchangeSockets } from "../../../app/sandbox/simulated_sockets.ts";
import { ASSETS, PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { LiveRollover } from "../../../core/port/mod.ts";
import { targetRule, tradeTarget } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { control, makeStillClock, ms, start } from "../../simulator/kit/support.ts";
import { type MovedTime, moveTime } from "../outbound/moved_time.ts";
import { listenTo } from "./stream_world.ts";

const NOON_MS = ms("2026-11-05T12:00:00Z");

/** Both markets on a clock, and a client of theirs. */
function startMarkets(clock: SandboxClock) {
  const [spot, futures] = [start("exchange-spot", clock), start("exchange-futures", clock)];
  const markets = [spot, futures];
  const simulators = {
    urlOf: (name: string) => name === "exchange-futures" ? futures.url : spot.url,
  };
  const client = Effect.runSync(
    makeBinanceClient({ spotUrl: spot.url, futuresUrl: futures.url })
      .pipe(Effect.provide(layerProviderWatch({ providers: [], off: [] }))),
  );
  const each = (method: string, path: string, body?: unknown) =>
    Promise.all(markets.map(({ url }) => control(`${url}${path}`, method, body)));
  afterAll(() => Promise.all(markets.map((market) => market.stop())));
  return {
    origins: exchangeSockets(simulators),
    client,
    each,
    /** Fails where REST gives another opening, or another trade before it. */
    compare: async ({ asset, rollover: { last, first } }: LiveRollover) => {
      const profile = PROFILE_BY_NAME.polymarket;
      const atSec = UnixSec(Math.floor(first.tradedAtMs / 1_000));
      const window = windowContaining(profile.calendar, "1hour", atSec);
      const rule = targetRule(profile, window);
      const feed = makeBinancePriceFeed(client);
      const symbol = symbolOf(asset);
      const span = { fromId: last.tradeId };
      const [[opening], pair] = await Effect.runPromise(
        Effect.all([
          feed.openings([{ asset, window, rule }]),
          client.aggTrades({ ...symbol, span, limit: 2, isBulk: false }),
        ]).pipe(Effect.provide(layerClock(clock))),
      );
      expect(opening).toEqual(Result.succeed(tradeTarget(first, "aggTrades")));
      expect(pair.map((trade) => Result.getOrThrow(toTrade(symbol, trade)))).toEqual([last, first]);
    },
  };
}

/** Waits until both markets have a socket open. */
function socketsOf({ each }: ReturnType<typeof startMarkets>, { until }: MovedTime) {
  const counts = async () => (await each("GET", "/__sockets")).map(({ body }) => body["sockets"]);
  return until(async () => (await counts()).every((count) => count === 1));
}

const told = (heard: ReturnType<typeof listenTo>) =>
  heard.rollovers().filter((event): event is LiveRollover => event.kind === "rollover");

describe("the simulated exchange's hour", () => {
  test("is told of every asset, with the trade that REST gives for it", async () => {
    using time = moveTime();
    const clock = makeStillClock(NOON_MS - 20_000);
    const markets = startMarkets(clock);
    await using heard = listenTo(markets, markets.client);
    await socketsOf(markets, time);
    clock.set(NOON_MS + 60_000);
    await time.until(() => told(heard).length === ASSETS.length);
    expect(told(heard).map(({ asset }) => asset).toSorted()).toEqual(ASSETS.toSorted());
    await Promise.all(told(heard).map(markets.compare));
    expect(heard.links()).toEqual([true]);
  });

  test("is told when the connections were gone as it began", async () => {
    using time = moveTime();
    const clock = makeStillClock(NOON_MS - 40_000);
    const markets = startMarkets(clock);
    await using heard = listenTo(markets, markets.client);
    await socketsOf(markets, time);
    clock.set(NOON_MS - 10_000);
    await time.until(() => heard.links().length === 1);
    // What is on its way to us when a connection is cut may be lost: every symbol is to be known.
    await time.pass(1_000);
    for (const path of ["/stream", "/mirror/stream", "/market/stream"]) {
      await markets.each("POST", "/__faults", {
        match: `GET ${path}`,
        kind: "status",
        status: 503,
      });
    }
    await markets.each("DELETE", "/__sockets");
    clock.set(NOON_MS + 10_000);
    await markets.each("DELETE", "/__faults");
    await socketsOf(markets, time);
    clock.set(NOON_MS + 40_000);
    await time.until(() => told(heard).length === ASSETS.length);
    await Promise.all(told(heard).map(markets.compare));
    expect(heard.links()).toEqual([true, false, true]);
  });

  test("is told on a clock that is thousands of times too fast", async () => {
    using time = moveTime();
    const clock = makeSandboxClock({ speed: 5_000, startMs: NOON_MS });
    const markets = startMarkets(clock);
    await using heard = listenTo(markets, markets.client);
    await time.until(() => told(heard).length >= 2 * ASSETS.length);
    await Promise.all(told(heard).map(markets.compare));
  });
});
