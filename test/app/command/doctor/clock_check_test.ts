import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import fc from "fast-check";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { readEnvironment, readSettings } from "../../../../app/settings/settings.ts";
import { exchangeClock } from "../../../../adapters/binance/clock.ts";
import { dateClock } from "../../../../adapters/outbound/mod.ts";
import { venueClock } from "../../../../adapters/polymarket/clob/clock.ts";
import {
  checkClocks,
  findingOf,
  SKEW_MS_MAX,
  skewOf,
} from "../../../../app/command/doctor/clock_check.ts";

const answer = (text: string, date = "") => ({
  status: 200,
  headers: new Headers(date === "" ? {} : { date }),
  text,
});

describe("the clock of a machine", () => {
  const unitMs = fc.constantFrom(1, 1_000);
  const delayMs = fc.integer({ min: 0, max: 5_000 });
  const asking = fc.record({
    providerMs: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
    aheadMs: fc.integer({ min: -20_000, max: 20_000 }),
    unitMs,
    thereMs: delayMs,
    backMs: delayMs,
  });
  type Asked = typeof asking extends fc.Arbitrary<infer A> ? A : never;
  const judge = ({ providerMs, aheadMs, unitMs, thereMs, backMs }: Asked) => {
    const wholeMs = Math.floor(providerMs / unitMs) * unitMs;
    const ownMs = providerMs + aheadMs;
    return skewOf(
      { fromMs: wholeMs, untilMs: wholeMs + unitMs },
      { sentMs: ownMs - thereMs, receivedMs: ownMs + backMs },
    );
  };

  test("is as far ahead as measured, whatever the network's delays and the provider's unit", () => {
    fc.assert(fc.property(asking, (asked) => {
      const { fromMs, untilMs } = judge(asked);
      expect(fromMs).toBeLessThanOrEqual(asked.aheadMs);
      expect(untilMs).toBeGreaterThanOrEqual(asked.aheadMs);
    }));
  });

  test("is in trouble only if it is off, and always if it is off by more than is unknown", () => {
    fc.assert(fc.property(asking, (asked) => {
      const { state, finding } = findingOf(judge(asked));
      const off = Math.abs(asked.aheadMs);
      if (off <= SKEW_MS_MAX) expect(state).toBe("ok");
      const unknownMs = asked.unitMs + asked.thereMs + asked.backMs;
      if (off <= SKEW_MS_MAX + unknownMs) return;
      expect(state).toBe("trouble");
      expect(finding).toContain(asked.aheadMs > 0 ? " s ahead" : " s behind");
    }));
  });
});

describe("a provider's clock", () => {
  const clocks = {
    exchange: exchangeClock("http://x"),
    venue: venueClock("http://x"),
    date: dateClock("x", "http://x"),
  };

  test("is read to its unit", () => {
    const sec = 1_795_362_300;
    expect(clocks.exchange.read(answer(`{"serverTime":${sec}123}`))).toEqual(
      Option.some({ fromMs: sec * 1000 + 123, untilMs: sec * 1000 + 124 }),
    );
    const whole = Option.some({ fromMs: sec * 1000, untilMs: sec * 1000 + 1000 });
    expect(clocks.venue.read(answer(String(sec)))).toEqual(whole);
    expect(clocks.date.read(answer("", new Date(sec * 1000).toUTCString()))).toEqual(whole);
  });

  test.each(["", "<html>", "null", '{"serverTime":"now"}', "-1", "1e400"])(
    "shows no time in %p",
    (text) => {
      for (const clock of Object.values(clocks)) {
        expect(clock.read(answer(text, text))).toEqual(Option.none());
      }
    },
  );
});

test("clocks that show no time are told from those that cannot be reached", async () => {
  const timeless = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("no time", { headers: { date: "now" } }),
  });
  const [answered, nowhere] = [timeless.url.origin, "http://127.0.0.1:1"];
  const { providers } = Result.getOrThrow(readEnvironment({
    BINANCE_SPOT_URL: answered,
    POLYMARKET_CLOB_URL: nowhere,
    HYPERLIQUID_URL: nowhere,
    CHAINLINK_URL: answered,
  }, readSettings));
  const watch = layerProviderWatch({ providers: [], off: [] });
  const rows = await Effect.runPromise(Effect.provide(checkClocks(providers), watch));
  await timeless.stop(true);
  expect(rows.map(({ state, finding }) => `${state} ${finding}`)).toEqual([
    "off it shows no time",
    "off it cannot be reached",
    "off it cannot be reached",
    "off it shows no time",
    "trouble no provider's clock can be read",
  ]);
});
