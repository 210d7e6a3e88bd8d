/**
 * The exchange's price history: the first trade of every second, candles, and closing prices.
 *
 * @module
 */
import { Clock, Effect, Option, Result, Semaphore } from "effect";
import type {
  ClosesQuery,
  PointsQuery,
  PriceHistory,
  PricePoint,
} from "../../core/port/price_history.ts";
import type { TargetSource } from "../../core/price/mod.ts";
import { type TimeRange, UnixSec } from "../../core/time/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { BinanceClient } from "./client.ts";
import { type ExchangeSymbol, MARKET_RULES, ROWS_MAX, symbolOf } from "./market.ts";
import type { AggTrade, Kline } from "./payload.ts";
import { EXCHANGE } from "./http_failure.ts";
import { finalCandle, readPriceE18 } from "./window_candle.ts";

/** The time limit of a range, however many calls it takes. */
const DEADLINE = { provider: EXCHANGE, timeoutMs: 20_000 };

/** Seconds are read in pieces of this length, several in parallel. */
const PIECE_SEC = 300;
const LANES = 4;

const CANDLES = {
  minute: { klineInterval: "1m", stepMs: 60_000, source: "klines_1m" },
  hour: { klineInterval: "1h", stepMs: 3_600_000, source: "klines" },
  day: { klineInterval: "1d", stepMs: 86_400_000, source: "klines" },
} as const;

/** Creates the history on a client. */
export function makeBinancePriceHistory(client: BinanceClient): PriceHistory["Service"] {
  /** Shared by all callers, so that parallel long ranges do not speed up the calls. */
  const lanes = Semaphore.makeUnsafe(LANES);

  const points = Effect.fn("binance.points")(
    function* ({ asset, granularity, range }: PointsQuery) {
      const symbol = symbolOf(asset);
      const ageMs = (yield* Clock.currentTimeMillis) - range.startSec * 1000;
      if (granularity !== "second") {
        return yield* candlePoints(client, { symbol, kind: granularity, range });
      }
      if (ageMs >= MARKET_RULES[symbol.market].tradesAgeMsMax) {
        return yield* candlePoints(client, { symbol, kind: "minute", range });
      }
      const pieces = yield* Effect.forEach(
        piecesOf(range, PIECE_SEC),
        (piece) => lanes.withPermits(1)(tradesIn(client, symbol, piece)),
        { concurrency: LANES },
      );
      const seconds = yield* Effect.fromResult(firstOfSeconds(pieces.flat()));
      return { method: "aggTrades" as const, points: seconds };
    },
  );

  const closes = Effect.fn("binance.closes")(function* ({ asset, windows }: ClosesQuery) {
    const [first] = windows;
    if (first === undefined) return [];
    const nowMs = yield* Clock.currentTimeMillis;
    const kind = first.interval === "daily" ? "day" : "hour";
    const startsSec = windows.map(({ startSec }) => startSec);
    // One more candle than requested: a close is final once the next candle has begun.
    const range = {
      startSec: UnixSec(Math.min(...startsSec)),
      endSec: UnixSec(Math.max(...startsSec) + 2 * CANDLES[kind].stepMs / 1000),
    };
    const rows = yield* klinesIn(client, { symbol: symbolOf(asset), kind, range });
    return yield* Effect.fromResult(Result.all(closesOf(rows, { kind, startsSec, nowMs })));
  });

  return {
    points: (query) => withinDeadline(points(query), DEADLINE),
    closes: (query) => withinDeadline(closes(query), DEADLINE),
  };
}

/** Returns every trade of a piece: the first page by time, the following ones by id. */
const tradesIn = Effect.fnUntraced(function* (
  client: BinanceClient,
  symbol: ExchangeSymbol,
  range: TimeRange,
) {
  const [startMs, endMs] = [range.startSec * 1000, range.endSec * 1000];
  const trades: Array<AggTrade> = [];
  let page = yield* client.aggTrades({
    ...symbol,
    span: { startMs, endMs: endMs - 1 },
    limit: ROWS_MAX,
    isBulk: true,
  });
  while (true) {
    trades.push(...page.filter(({ T }) => T >= startMs && T < endMs));
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_MAX || last.T >= endMs) return trades;
    page = yield* client.aggTrades({
      ...symbol,
      span: { fromId: last.a + 1 },
      limit: ROWS_MAX,
      isBulk: true,
    });
  }
});

/** Returns the first trade of every second as a point. */
function firstOfSeconds(trades: ReadonlyArray<AggTrade>) {
  const firsts = new Map<number, AggTrade>();
  for (const trade of trades) {
    const atSec = Math.floor(trade.T / 1000);
    if (!firsts.has(atSec)) firsts.set(atSec, trade);
  }
  return Result.all(
    [...firsts].map(([atSec, trade]) => pointOf(UnixSec(atSec), trade.p, "aggTrades")),
  );
}

/** The candles of a symbol that open in a range. */
interface CandleQuery {
  readonly symbol: ExchangeSymbol;
  readonly kind: keyof typeof CANDLES;
  readonly range: TimeRange;
}

const klinesIn = Effect.fnUntraced(function* (
  client: BinanceClient,
  { symbol, kind, range }: CandleQuery,
) {
  const { klineInterval, stepMs } = CANDLES[kind];
  const rows = yield* Effect.forEach(
    piecesOf(range, ROWS_MAX * stepMs / 1000),
    ({ startSec, endSec }) =>
      client.klines({
        ...symbol,
        klineInterval,
        startMs: startSec * 1000,
        endMs: endSec * 1000 - 1,
        limit: ROWS_MAX,
        isBulk: true,
      }),
    { concurrency: LANES },
  );
  const [startMs, endMs] = [range.startSec * 1000, range.endSec * 1000];
  return rows.flat().filter(({ openMs }) => openMs >= startMs && openMs < endMs);
});

/** Returns the opening of every candle with trades as a point. */
const candlePoints = Effect.fnUntraced(function* (client: BinanceClient, query: CandleQuery) {
  const { source } = CANDLES[query.kind];
  const traded = (yield* klinesIn(client, query)).filter(tradedOnce);
  const points = Result.all(
    traded.map((kline) => pointOf(UnixSec(kline.openMs / 1000), kline.open, source)),
  );
  return { method: source, points: yield* Effect.fromResult(points) };
});

/** Returns the close of each candle by its start; none if it is not final or without trades. */
function closesOf(
  rows: ReadonlyArray<Kline>,
  { kind, startsSec, nowMs }: {
    readonly kind: "hour" | "day";
    readonly startsSec: ReadonlyArray<UnixSec>;
    readonly nowMs: number;
  },
) {
  const { klineInterval, stepMs, source } = CANDLES[kind];
  const indexByOpenMs = new Map(rows.map(({ openMs }, index) => [openMs, index]));
  return startsSec.map((startSec) => {
    const openMs = startSec * 1000;
    const index = indexByOpenMs.get(openMs) ?? rows.length;
    const candle = { klineInterval, stepMs, openMs, field: "close" as const, source };
    const final = finalCandle(rows.slice(index, index + 2), candle, nowMs);
    return Option.match(Option.filter(final, tradedOnce), {
      onNone: () => Result.succeed(Option.none<bigint>()),
      onSome: ({ close }) => Result.map(readPriceE18(close), Option.some),
    });
  });
}

function tradedOnce({ trades }: Kline): boolean {
  return trades > 0;
}

function pointOf(atSec: UnixSec, price: string, source: TargetSource) {
  return Result.map(
    readPriceE18(price),
    (priceE18): PricePoint => ({ atSec, priceE18, source }),
  );
}

/** Splits the range into pieces of at most `pieceSec`, in order. */
function piecesOf(range: TimeRange, pieceSec: number): ReadonlyArray<TimeRange> {
  const count = Math.ceil((range.endSec - range.startSec) / pieceSec);
  return Array.from({ length: count }, (_, index) => ({
    startSec: UnixSec(range.startSec + index * pieceSec),
    endSec: UnixSec(Math.min(range.endSec, range.startSec + (index + 1) * pieceSec)),
  }));
}
