import { describe, expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime } from "effect";
import { TestClock } from "effect/testing";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { spot } from "../../../adapters/http/price/spot.ts";
import { LiveStream } from "../../../core/use_case/live/mod.ts";
import { tradeAt } from "../../stage/exchange_trade.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { makeMemoryPublisher } from "../stream/memory_publisher.ts";

const NOW_MS = 1_793_880_000_000;

/** Asks, where bitcoin was traded so long ago and nothing else at all. */
async function ask(query: string, ageMs: number) {
  const { stream } = makeMemoryPublisher({ headSec: 0, replay: () => Effect.succeed([]) });
  const newestTrade: typeof stream.newestTrade = (asset) =>
    asset === "btc" ? tradeAt(NOW_MS - ageMs, "61686.12345678") : undefined;
  const runtime = ManagedRuntime.make(
    Layer.merge(Layer.succeed(LiveStream, { ...stream, newestTrade }), TestClock.layer()),
  );
  await runtime.runPromise(TestClock.setTime(NOW_MS));
  const server = makeServer<LiveStream>({
    ...QUIET_EDGE,
    plugins: spot,
    run: makeRun(runtime),
    clock: { nowMs: () => NOW_MS, stopwatchMs: () => 0 },
  });
  const response = await server.handle(new Request(`http://localhost/api/v1/spot${query}`));
  return {
    status: response.status,
    cache: response.headers.get("x-cache"),
    text: await response.text(),
  };
}

describe("GET /api/v1/spot", () => {
  test("answers the newest trade with the digits of the exchange", async () => {
    expect(await ask("?asset=BTC", 250)).toEqual({
      status: 200,
      cache: "HIT",
      text: '{"now":"2026-11-05T12:00:00.000Z","asset":"btc","price":61686.12345678,' +
        '"at":"2026-11-05T11:59:59.750Z","source":"aggTrades"}',
    });
  });

  test("is 503 and says how old the newest trade is once it is too old", async () => {
    const { status, text } = await ask("", 10_400);
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      error: "Cannot give the spot price of btc: the exchange's newest trade is 10.4 s old",
      code: "unavailable",
      hint: "Try again shortly; GET /api/v1/status says how the exchange's stream is doing",
    });
  });

  test("is 503 for an asset without a trade, and 400 for no asset", async () => {
    expect((await ask("?asset=hype", 0)).status).toBe(503);
    expect((await ask("?asset=doge,btc", 0)).status).toBe(400);
  });
});
