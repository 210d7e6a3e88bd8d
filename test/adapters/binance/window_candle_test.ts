import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import type { Kline } from "../../../adapters/binance/payload.ts";
import { makeBinancePriceFeed } from "../../../adapters/binance/price_feed.ts";
import {
  CANDLE_SETTLED_MS,
  finalCandle,
  type WindowCandle,
} from "../../../adapters/binance/window_candle.ts";
import { questionAt } from "../../contract/target_question.ts";

const MINUTE_MS = 60_000;
const OPEN_MS = 1_795_219_200_000;
const END_MS = OPEN_MS + MINUTE_MS;

const candle = (field: "open" | "close"): WindowCandle => ({
  klineInterval: "1m",
  stepMs: MINUTE_MS,
  openMs: OPEN_MS,
  field,
  source: "klines_1m",
});

/** The candle so many minutes after the one asked for, with so many trades in it. */
function row(minutes: number, trades: number): Kline {
  const openMs = OPEN_MS + minutes * MINUTE_MS;
  const [open, close] = [`${100 + minutes}`, `${200 + minutes}`];
  return { openMs, open, close, closeMs: openMs + MINUTE_MS - 1, trades, row: [] };
}

const openOf = (found: Option.Option<Kline>) =>
  Option.getOrNull(Option.map(found, (k) => k.openMs));

describe("finalCandle()", () => {
  test("an open is final with the first trade, and never another candle's", () => {
    const open = candle("open");
    expect(openOf(finalCandle([row(-1, 9), row(0, 1)], open, OPEN_MS))).toBe(OPEN_MS);
    expect(openOf(finalCandle([row(-1, 9), row(0, 0), row(1, 9)], open, END_MS))).toBeNull();
    expect(openOf(finalCandle([row(-1, 9), row(1, 9)], open, END_MS))).toBeNull();
  });

  test("a close is not final before the candle has ended, whatever the rows say", () => {
    const close = candle("close");
    expect(openOf(finalCandle([row(0, 9), row(1, 9)], close, END_MS - 1))).toBeNull();
    expect(openOf(finalCandle([row(0, 9), row(1, 9)], close, END_MS))).toBe(OPEN_MS);
  });

  test("a close is final once the next candle has traded, or a moment has passed", () => {
    const close = candle("close");
    expect(openOf(finalCandle([row(0, 9)], close, END_MS + CANDLE_SETTLED_MS - 1))).toBeNull();
    expect(openOf(finalCandle([row(0, 9)], close, END_MS + CANDLE_SETTLED_MS))).toBe(OPEN_MS);
    expect(openOf(finalCandle([row(0, 9), row(1, 0)], close, END_MS))).toBeNull();
  });

  test("a silent candle that is left out closes where the one before it closed", () => {
    const found = finalCandle([row(-2, 9), row(1, 9)], candle("close"), END_MS);
    expect(openOf(found)).toBe(OPEN_MS - 2 * MINUTE_MS);
    // Without a later trade it may only be late.
    expect(openOf(finalCandle([row(-2, 9)], candle("close"), END_MS + 3_600_000))).toBeNull();
  });
});

describe("a host that ignores bounds", () => {
  test("lends no trade of another window", async () => {
    const query = questionAt("spec", "btc", "1hour", "2026-11-20T10:00:00Z");
    const [startMs, endMs] = [query.window.startSec * 1000, query.window.endSec * 1000];
    const at = fc.oneof(
      fc.integer({ min: startMs - 5_000, max: startMs + 5_000 }),
      fc.integer({ min: endMs - 5_000, max: endMs + 5_000 }),
      fc.constantFrom(startMs - 1, startMs, endMs - 1, endMs),
    );
    await fc.assert(fc.asyncProperty(at, async (T) => {
      const feed = makeBinancePriceFeed({
        aggTrades: () => Effect.succeed([{ a: 1, p: "5", q: "1", T }]),
        klines: () => Effect.succeed([]),
      });
      const [result] = await Effect.runPromise(feed.openings([query]));
      expect(result?._tag).toBe(T >= startMs && T < endMs ? "Success" : "Failure");
    }));
  });
});
