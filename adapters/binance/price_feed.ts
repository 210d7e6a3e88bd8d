/**
 * The exchange's price feed: the first trade of a window, or the candle with the same price.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import {
  type OpeningFailure,
  type OpeningResult,
  type PriceFeed,
  PriceMissing,
} from "../../core/port/price_feed.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type Target, type TargetQuery, tradeTarget } from "../../core/price/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { BinanceClient } from "./client.ts";
import { type ExchangeSymbol, MARKET_RULES, ROWS_MAX, symbolOf } from "./market.ts";
import type { Kline } from "./payload.ts";
import { EXCHANGE } from "./http_failure.ts";
import { toTrade } from "./trade.ts";
import {
  closesAtStart,
  finalCandle,
  readPriceE18,
  type WindowCandle,
  windowCandle,
} from "./window_candle.ts";

/** A caller receives an answer within 10 s, whatever the exchange does. */
const ANSWER_TIMEOUT_MS = 8_500;
/** Minutes without trades may be omitted, so a close is also searched shortly before its minute. */
const CLOSE_LOOKBACK_ROWS = 10;

/** Creates the feed on a client. */
export function makeBinancePriceFeed(client: BinanceClient): PriceFeed {
  const firstTrade = Effect.fnUntraced(function* (query: TargetQuery, nowMs: number) {
    const [startMs, endMs] = [query.window.startSec * 1000, query.window.endSec * 1000];
    const trades = yield* client.aggTrades({
      ...symbolOf(query.asset),
      span: { startMs, endMs: endMs - 1 },
      limit: 1,
      isBulk: false,
    });
    const [trade] = trades;
    // A host that ignores a bound must not supply a trade of another window.
    if (trade === undefined || trade.T < startMs || trade.T >= endMs) {
      return yield* missing(query, nowMs);
    }
    return yield* Effect.fromResult(Result.map(
      toTrade(symbolOf(query.asset), trade),
      (first) => tradeTarget(first, "aggTrades"),
    ));
  });

  const fromCandles = Effect.fnUntraced(function* (
    group: ReadonlyArray<TargetQuery>,
    nowMs: number,
  ) {
    const isBulk = group.length > 1;
    const candles = group.map((query) => windowCandle(query, isBulk));
    const symbol = symbolOf(group[0]?.asset ?? "btc");
    const rows = yield* candleRows(client, symbol, candles);
    return group.map((query, index): OpeningResult => {
      const candle = candles[index];
      if (candle === undefined) return Result.fail(missing(query, nowMs));
      return Option.match(finalCandle(rows, candle, nowMs), {
        onNone: (): OpeningResult => Result.fail(missing(query, nowMs)),
        onSome: (row) => klineTarget(symbol, candle, row),
      });
    });
  });

  const openings = Effect.fn("binance.openings")(function* (group: ReadonlyArray<TargetQuery>) {
    const nowMs = yield* Clock.currentTimeMillis;
    const [query] = group;
    if (query !== undefined && group.length === 1 && hasTrades(query, nowMs)) {
      return [yield* Effect.result(firstTrade(query, nowMs))];
    }
    return yield* fromCandles(group, nowMs);
  });

  return {
    groups,
    openings: (group) =>
      withinDeadline(openings(group), {
        provider: EXCHANGE,
        timeoutMs: ANSWER_TIMEOUT_MS,
      }).pipe(
        Effect.catch((failure: OpeningFailure) =>
          Effect.succeed(group.map((): OpeningResult => Result.fail(failure)))
        ),
      ),
  };
}

/** Whether a trade decides the window, and the exchange still returns trades of that age. */
function hasTrades({ asset, window, rule }: TargetQuery, nowMs: number): boolean {
  const { tradesAgeMsMax } = MARKET_RULES[symbolOf(asset).market];
  return rule.kind === "first_trade" && nowMs - window.startSec * 1000 < tradesAgeMsMax;
}

/**
 * Groups windows of one asset, interval and candle kind, as far as one answer reaches. Intervals
 * stay apart even with equal candles: a group of one is read from its own trade.
 */
function groups(
  queries: ReadonlyArray<TargetQuery>,
): ReadonlyArray<ReadonlyArray<TargetQuery>> {
  const kinds = Map.groupBy(queries, (query) => {
    const { klineInterval } = windowCandle(query, true);
    const isAlone = query.rule.kind === "minute_close" && !closesAtStart(query);
    return `${query.asset}:${query.window.interval}:${klineInterval}:${
      isAlone ? query.window.startSec : "bulk"
    }`;
  });
  return [...kinds.values()].flatMap(cutByReach);
}

/** Rows that a group may need before its first and after its last candle. */
const MARGIN_ROWS = CLOSE_LOOKBACK_ROWS + 2;

function cutByReach(
  queries: ReadonlyArray<TargetQuery>,
): ReadonlyArray<ReadonlyArray<TargetQuery>> {
  const sorted = queries.toSorted((a, b) => a.window.startSec - b.window.startSec);
  const cut: Array<Array<TargetQuery>> = [];
  let reachMs = -Infinity;
  for (const query of sorted) {
    const { openMs, stepMs, field } = windowCandle(query, true);
    if (openMs >= reachMs) {
      cut.push([]);
      const rows = field === "open" ? ROWS_MAX : ROWS_MAX - MARGIN_ROWS;
      reachMs = openMs + rows * stepMs;
    }
    cut.at(-1)?.push(query);
  }
  return cut;
}

/** Returns all rows that a group's candles need, in one call. */
function candleRows(
  client: BinanceClient,
  symbol: ExchangeSymbol,
  candles: ReadonlyArray<WindowCandle>,
): Effect.Effect<ReadonlyArray<Kline>, ProviderFailed> {
  const [first] = candles;
  if (first === undefined) return Effect.succeed([]);
  const opensMs = candles.map(({ openMs }) => openMs);
  const isClose = first.field === "close";
  const startMs = Math.min(...opensMs) - (isClose ? CLOSE_LOOKBACK_ROWS * first.stepMs : 0);
  const endMs = Math.max(...opensMs) + (isClose ? first.stepMs : 0);
  const limit = Math.min(ROWS_MAX, (endMs - startMs) / first.stepMs + 1);
  const { klineInterval } = first;
  const isBulk = candles.length > 1;
  return client.klines({ ...symbol, klineInterval, startMs, endMs, limit, isBulk });
}

function missing({ asset, window }: TargetQuery, nowMs: number): PriceMissing {
  return new PriceMissing({
    asset,
    interval: window.interval,
    startSec: window.startSec,
    isPending: nowMs < window.endSec * 1000,
  });
}

function klineTarget(
  symbol: ExchangeSymbol,
  { klineInterval, field, source }: WindowCandle,
  kline: Kline,
): Result.Result<Target, ProviderFailed> {
  return Result.map(readPriceE18(kline[field]), (priceE18) => ({
    priceE18,
    source,
    evidence: { kind: "kline", ...symbol, klineInterval, field, row: kline.row },
  }));
}
