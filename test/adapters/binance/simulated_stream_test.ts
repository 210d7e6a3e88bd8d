import { expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeBinanceClient } from "../../../adapters/binance/client.ts";
import { symbolOf } from "../../../adapters/binance/market.ts";
import { makeBinancePriceFeed } from "../../../adapters/binance/price_feed.ts";
import { toTrade } from "../../../adapters/binance/trade.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { exchangeSockets } from "../../../app/sandbox/simulated_sockets.ts";
import { ASSETS } from "../../../core/market/mod.ts";
import type { LiveRollover } from "../../../core/port/mod.ts";
import { tradeTarget } from "../../../core/price/mod.ts";
import {
  control,
  layerStillClock,
  makeStillClock,
  ms,
  start,
} from "../../simulator/kit/support.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { questionAt } from "./exchange_world.ts";
import { listenTo } from "./stream_world.ts";

const NOON = "2026-11-05T12:00:00Z";

test("the simulated exchange's hour is told of every asset, with the trades of REST", async () => {
  using time = moveTime();
  const clock = makeStillClock(ms(NOON) - 20_000);
  const [spot, futures] = [start("exchange-spot", clock), start("exchange-futures", clock)];
  const origins = exchangeSockets({
    urlOf: (name: string) => name === "exchange-futures" ? futures.url : spot.url,
  });
  const client = Effect.runSync(
    makeBinanceClient({ spotUrl: spot.url, futuresUrl: futures.url })
      .pipe(Effect.provide(layerProviderWatch({ providers: [], off: [] }))),
  );
  await using heard = listenTo({ origins }, client);
  const told = () =>
    heard.rollovers().filter((event): event is LiveRollover => event.kind === "rollover");
  await time.until(async () => {
    const counts = [spot, futures].map(({ url }) => control(`${url}/__sockets`, "GET"));
    return (await Promise.all(counts)).every(({ body }) => body["sockets"] === 1);
  });
  clock.set(ms(NOON) + 60_000);
  await time.until(() => told().length === ASSETS.length);
  expect(told().map(({ asset }) => asset).toSorted()).toEqual(ASSETS.toSorted());
  expect(heard.links()).toEqual([true]);
  for (const { asset, rollover: { last, first } } of told()) {
    const symbol = symbolOf(asset);
    const [[opening], pair] = await Effect.runPromise(
      Effect.all([
        makeBinancePriceFeed(client).openings([questionAt("polymarket", asset, "1hour", NOON)]),
        client.aggTrades({ ...symbol, span: { fromId: last.tradeId }, limit: 2, isBulk: false }),
      ]).pipe(Effect.provide(layerStillClock(clock))),
    );
    expect(opening).toEqual(Result.succeed(tradeTarget(first, "aggTrades")));
    expect(pair.map((trade) => Result.getOrThrow(toTrade(symbol, trade)))).toEqual([last, first]);
  }
  await Promise.all([spot, futures].map(({ stop }) => stop()));
});
