/**
 * The exchange's public REST interface: weighted, retried, with failover between hosts.
 *
 * @module
 */
import { Effect } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import {
  type Hosts,
  makeDecodeAnswer,
  makeHosts,
  makeHttpGet,
  makeProviderClient,
  shareCalls,
} from "../outbound/mod.ts";
import { type ExchangeSymbol, MARKET_RULES } from "./market.ts";
import { type AggTrade, AggTrades, type Kline, KlineRows, toKline } from "./payload.ts";
import { EXCHANGE, failureOf, troubleOf } from "./http_failure.ts";
import { type CallWeight, type HostWeight, makeHostWeight } from "./weight.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES = { max: 2, firstMs: 150 };
/** A trade that was not there yet may be there as soon. */
const SHARED_MS = 250;
/** The first trade since an instant stays the first. */
const FIRST_TRADE = /\/aggTrades\?.*\bstartTime=.*\blimit=1$/;
const NO_TRADES = "[]";

/**
 * The exchange's origins. `spotMirrorUrl` serves the same spot data where the first host refuses
 * us; futures have no mirror.
 */
export interface BinanceOptions {
  readonly spotUrl: string;
  readonly spotMirrorUrl?: string;
  readonly futuresUrl: string;
}

/** Trades from an id on, or between two instants (both inclusive, unix milliseconds). */
export type TradeSpan =
  | { readonly fromId: number }
  | { readonly startMs: number; readonly endMs: number };

/** Methods of the REST interface. Rows are oldest first. */
export interface BinanceClient {
  readonly aggTrades: (
    query: ExchangeSymbol & {
      readonly span: TradeSpan;
      readonly limit: number;
      /** Whether the call is one of many for a long range. */
      readonly isBulk: boolean;
    },
  ) => Effect.Effect<ReadonlyArray<AggTrade>, ProviderFailed>;
  /** Returns candles that open between two instants, both inclusive. */
  readonly klines: (
    query: ExchangeSymbol & {
      readonly klineInterval: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly limit: number;
      readonly isBulk: boolean;
    },
  ) => Effect.Effect<ReadonlyArray<Kline>, ProviderFailed>;
}

/** Creates the client. Create one per process: it tracks the used weight. */
export const makeBinanceClient = Effect.fnUntraced(function* (options: BinanceOptions) {
  const httpGet = yield* makeHttpGet({ provider: EXCHANGE, timeoutMs: CALL_TIMEOUT_MS });
  const { spotUrl, spotMirrorUrl, futuresUrl } = options;
  const hosts = {
    spot: makeExchangeHosts(spotMirrorUrl === undefined ? [spotUrl] : [spotUrl, spotMirrorUrl]),
    futures: makeExchangeHosts([futuresUrl]),
  };
  const weights = new Map<string, HostWeight>();

  const send = Effect.fnUntraced(function* (origin: string, call: Call) {
    const { weightPerMinute } = MARKET_RULES[call.market];
    const weight = weights.getOrInsertComputed(
      `${call.market} ${origin}`,
      () => makeHostWeight({ name: `${call.market} ${origin}`, weightPerMinute }),
    );
    yield* weight.reserve(call);
    const answer = yield* httpGet(origin + call.path);
    yield* weight.learn(answer);
    return answer;
  });

  const get = shareCalls(
    makeProviderClient({
      provider: EXCHANGE,
      span: "binance.get",
      hosts: ({ market }: Call) => hosts[market],
      send,
      failureOf,
      retries: RETRIES,
    }),
    {
      provider: EXCHANGE,
      lifeMs: SHARED_MS,
      isLasting: ({ path }, { text }) => FIRST_TRADE.test(path) && text !== NO_TRADES,
    },
  );

  const decodeTrades = makeDecodeAnswer(EXCHANGE, AggTrades);
  const decodeRows = makeDecodeAnswer(EXCHANGE, KlineRows);

  return {
    aggTrades: ({ market, symbol, span, limit, isBulk }) => {
      const bounds: Record<string, string> = "fromId" in span
        ? { fromId: String(span.fromId) }
        : { startTime: String(span.startMs), endTime: String(span.endMs) };
      const query = { symbol, ...bounds, limit: String(limit) };
      const weight = MARKET_RULES[market].aggTradesWeight;
      const path = pathOf(market, "/aggTrades", query);
      return Effect.flatMap(get({ market, path, weight, isBulk }), decodeTrades);
    },
    klines: Effect.fnUntraced(function* ({ market, symbol, ...span }) {
      const query = {
        symbol,
        interval: span.klineInterval,
        startTime: String(span.startMs),
        endTime: String(span.endMs),
        limit: String(span.limit),
      };
      const weight = MARKET_RULES[market].klinesWeight(span.limit);
      const path = pathOf(market, "/klines", query);
      const rows = yield* decodeRows(yield* get({ market, path, weight, isBulk: span.isBulk }));
      const klines = rows.map(toKline).filter((kline) => kline !== undefined);
      if (klines.length === rows.length) return klines;
      const cause = new Error("a row is not a candle");
      return yield* new ProviderFailed({ provider: EXCHANGE, reason: "unreadable", cause });
    }),
  } satisfies BinanceClient;
});

interface Call extends CallWeight {
  readonly market: ExchangeMarket;
  readonly path: string;
}

function pathOf(market: ExchangeMarket, endpoint: string, query: Record<string, string>): string {
  return `${MARKET_RULES[market].pathPrefix}${endpoint}?${new URLSearchParams(query)}`;
}

function makeExchangeHosts(origins: ReadonlyArray<string>): Hosts {
  return makeHosts({ provider: EXCHANGE, origins, waitMsMax: 0, troubleOf });
}
