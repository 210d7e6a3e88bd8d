/**
 * The exchange's price history from staged trades.
 *
 * @module
 */
import { Clock, Effect, Layer, Option } from "effect";
import { type Granularity, PriceHistory } from "../../core/port/mod.ts";
import type { TargetSource } from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { type StagedTrade, tradesWithin } from "./staged_trades.ts";

/** The source that the real exchange uses for each granularity. */
const BY_GRANULARITY = {
  second: { stepSec: 1, method: "aggTrades" },
  minute: { stepSec: 60, method: "klines_1m" },
  hour: { stepSec: 3_600, method: "klines" },
} as const satisfies Record<Granularity, { stepSec: number; method: TargetSource }>;

/** Uses the runtime's clock to know which windows have ended. */
export function layerMemoryPriceHistory(
  trades: ReadonlyArray<StagedTrade>,
): Layer.Layer<PriceHistory> {
  return Layer.succeed(PriceHistory)({
    points: Effect.fnUntraced(function* ({ asset, range, granularity }) {
      const { stepSec, method } = BY_GRANULARITY[granularity];
      // A candle that opened before the range is not in it, even if its first trade is.
      const fromMs = Math.ceil(range.startSec / stepSec) * stepSec * 1000;
      const toMs = Math.min(range.endSec * 1000, (yield* Clock.currentTimeMillis) + 1);
      const firstOf = new Map<number, bigint>();
      for (const { atMs, priceE18 } of tradesWithin(trades, { asset, fromMs, toMs })) {
        const atSec = Math.floor(atMs / 1000 / stepSec) * stepSec;
        if (!firstOf.has(atSec)) firstOf.set(atSec, priceE18);
      }
      const points = [...firstOf].map(([atSec, priceE18]) => ({
        atSec: UnixSec(atSec),
        priceE18,
        source: method,
      }));
      return { method, points };
    }),
    closes: Effect.fnUntraced(function* ({ asset, windows }) {
      const nowMs = yield* Clock.currentTimeMillis;
      return windows.map(({ startSec, endSec }) => {
        if (nowMs < endSec * 1000) return Option.none();
        const span = { asset, fromMs: startSec * 1000, toMs: endSec * 1000 };
        return Option.map(
          Option.fromUndefinedOr(tradesWithin(trades, span).at(-1)),
          ({ priceE18 }) => priceE18,
        );
      });
    }),
  });
}
