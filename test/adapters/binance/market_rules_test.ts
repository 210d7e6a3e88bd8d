import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { MARKET_RULES } from "../../../adapters/binance/market.ts";
import { get, makeStillClock, ms, start } from "../../simulator/kit/support.ts";

/** A day on which nothing was asked yet, for each test. */
let day = 0;
const clock = makeStillClock(0);
const exchange = { spot: start("exchange-spot", clock), futures: start("exchange-futures", clock) };
afterAll(() => Promise.all(Object.values(exchange).map(({ stop }) => stop())));
beforeEach(() => clock.set(ms("2026-11-05T12:00:10Z") + 86_400_000 * day++));

describe.each(["spot", "futures"] as const)("our rules of the exchange's %s market", (market) => {
  const { aggTradesWeight, klinesWeight, pathPrefix, ...rules } = MARKET_RULES[market];
  const ask = (call: string) =>
    get(`${exchange[market].url}${pathPrefix}/${call.replace("?", "?symbol=BTCUSDT&")}`);
  const trades = (query: string) => ask(`aggTrades?limit=1&${query}`);

  test("have the weight of each call", async () => {
    const used = async (call: string) =>
      Number((await ask(call)).headers.get("x-mbx-used-weight-1m"));
    let sum = 0;
    for (const limit of [1, 99, 100, 499, 500, 1_000]) {
      sum += klinesWeight(limit);
      expect(await used(`klines?interval=1m&limit=${limit}`)).toBe(sum);
    }
    expect(await used("aggTrades?limit=1000")).toBe(sum + aggTradesWeight);
  });

  test("have the weight of a minute, above which it refuses", async () => {
    const calls = rules.weightPerMinute / aggTradesWeight;
    for (let call = 1; call < calls; call++) await trades("fromId=5000000000");
    expect((await trades("fromId=5000000000")).status).toBe(200);
    expect((await trades("fromId=5000000000")).status).toBe(429);
  });

  test("have how old trades may be, and how long a span of them", async () => {
    const startMs = clock.nowMs() - Math.min(rules.tradesAgeMsMax, 2 * 365 * 86_400_000);
    const endMs = startMs + Math.min(rules.tradesSpanMsMax, 86_400_000) - 1;
    expect((await trades(`startTime=${startMs}&endTime=${endMs}`)).status).toBe(200);
  });
});
