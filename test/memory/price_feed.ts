/**
 * A price feed with prices in memory, for tests and for running without providers.
 *
 * @module
 */
import { Effect, Layer, Result } from "effect";
import { type PriceFeed, PriceFeeds, PriceMissing } from "../../core/port/mod.ts";
import {
  formatE18,
  type Target,
  type TargetQuery,
  type TargetSource,
} from "../../core/price/mod.ts";
import { type StagedTrade, tradesWithin } from "./staged_trades.ts";

/** Creates a feed that answers with a function, one window per group. */
export function makeStagedFeed(answer: (query: TargetQuery) => Target | PriceMissing): PriceFeed {
  return {
    groups: (queries) => queries.map((query) => [query]),
    openings: (group) =>
      Effect.sync(() =>
        group.map((query) => {
          const found = answer(query);
          return found instanceof PriceMissing ? Result.fail(found) : Result.succeed(found);
        })
      ),
  };
}

/** Provides the same feed for every provider. */
export function layerMemoryPriceFeeds(feed: PriceFeed): Layer.Layer<PriceFeeds> {
  return Layer.succeed(PriceFeeds, { oracle: feed, exchange: feed });
}

/**
 * Answers from prices at instants, by the query's rule: the first price in the part of the window
 * that the rule allows, or for `minute_close` the last one of its minute.
 */
export function openingAmong(
  trades: ReadonlyArray<StagedTrade>,
): (query: TargetQuery) => Target | PriceMissing {
  return (query) => {
    const { asset, window: { interval, startSec } } = query;
    const [fromSec, toSec] = spanOf(query);
    const inside = tradesWithin(trades, { asset, fromMs: fromSec * 1000, toMs: toSec * 1000 });
    const found = inside.at(query.rule.kind === "minute_close" ? -1 : 0);
    if (found === undefined) {
      return new PriceMissing({ asset, interval, startSec, isPending: false });
    }
    return targetOf(found, query);
  };
}

/** How late a report may be and still replace the one of its second, in seconds. */
const LATE_SEC_MAX = 5;

/** Returns the half-open range to search, in unix seconds. */
function spanOf({ rule, window }: TargetQuery): readonly [fromSec: number, toSec: number] {
  switch (rule.kind) {
    case "report":
      return [window.startSec, window.startSec + LATE_SEC_MAX + 1];
    case "minute_close":
      return [rule.minuteSec, rule.minuteSec + 60];
    default:
      return [window.startSec, window.endSec];
  }
}

function targetOf({ asset, atMs, priceE18 }: StagedTrade, { rule, window }: TargetQuery): Target {
  const [symbol, observedSec] = [`${asset.toUpperCase()}USDT`, Math.floor(atMs / 1000)];
  const source = sourceOf({ rule, window }, observedSec);
  if (rule.kind === "report") {
    return {
      priceE18,
      source,
      evidence: {
        kind: "report",
        stream: rule.stream,
        feedId: `0x${asset}`,
        validFromSec: observedSec,
        observedSec,
        priceE18: String(priceE18),
        fullReport: "0x",
      },
    };
  }
  const evidence = {
    kind: "trade",
    market: "spot",
    symbol,
    tradeId: atMs,
    tradedAtMs: atMs,
    price: formatE18(priceE18),
    quantity: "1",
  } as const;
  return { priceE18, source, evidence };
}

function sourceOf(
  { rule, window }: Pick<TargetQuery, "rule" | "window">,
  observedSec: number,
): TargetSource {
  switch (rule.kind) {
    case "report": {
      const isLate = observedSec > window.startSec;
      if (rule.stream === "spot") return isLate ? "oracle_late" : "oracle";
      return isLate ? "oracle_twap_late" : "oracle_twap";
    }
    case "first_trade":
      return "aggTrades";
    case "day_candle":
      return "klines";
    case "minute_close":
      return "klines_1m";
  }
}
