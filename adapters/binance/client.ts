/**
 * The exchange's public REST interface: weighted, retried, with failover between hosts.
 *
 * @module
 */
import { Effect } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import {
  type Hosts,
  makeDecodeAnswer,
  makeHosts,
  makeHttpGet,
  makeProviderClient,
} from "../outbound/mod.ts";
import { type ExchangeSymbol, MARKET_RULES } from "./market.ts";
import { type AggTrade, AggTrades, type Kline, KlineRows, toKline } from "./payload.ts";
import { EXCHANGE, failureOf, troubleOf } from "./http_failure.ts";
import { type CallWeight, type HostWeight, makeHostWeight } from "./weight.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES = { max: 2, firstMs: 150 };

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
  const markets = marketHosts(options);

  const send = Effect.fnUntraced(function* (origin: string, call: Call) {
    const weight = markets[call.market].weightOf(origin);
    yield* weight.reserve(call);
    const answer = yield* httpGet(origin + call.path);
    yield* weight.learn(answer);
    return answer;
  });

  const client = makeProviderClient({
    provider: EXCHANGE,
    span: "binance.get",
    hosts: ({ market }: Call) => markets[market].hosts,
    send,
    failureOf,
    retries: RETRIES,
  });
  const get = ({ endpoint, query, ...call }: Question) => {
    const path = MARKET_RULES[call.market].pathPrefix + endpoint;
    return client({ ...call, path: `${path}?${new URLSearchParams(query)}` });
  };

  const decodeTrades = makeDecodeAnswer(EXCHANGE, AggTrades);
  const decodeRows = makeDecodeAnswer(EXCHANGE, KlineRows);

  return {
    aggTrades: ({ market, symbol, span, limit, isBulk }) => {
      const bounds: Record<string, string> = "fromId" in span
        ? { fromId: String(span.fromId) }
        : { startTime: String(span.startMs), endTime: String(span.endMs) };
      const query = { symbol, ...bounds, limit: String(limit) };
      const weight = MARKET_RULES[market].aggTradesWeight;
      const question = { market, endpoint: "/aggTrades", query, weight, isBulk };
      return Effect.flatMap(get(question), decodeTrades);
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
      const question = { market, endpoint: "/klines", query, weight, isBulk: span.isBulk };
      const rows = yield* decodeRows(yield* get(question));
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

interface Question extends Omit<Call, "path"> {
  readonly endpoint: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The hosts of one market, and the weight that each has counted. */
interface MarketHosts {
  readonly hosts: Hosts;
  readonly weightOf: (origin: string) => HostWeight;
}

function marketHosts(options: BinanceOptions): Readonly<Record<ExchangeMarket, MarketHosts>> {
  const of = (market: ExchangeMarket, origins: ReadonlyArray<string>): MarketHosts => {
    const { weightPerMinute } = MARKET_RULES[market];
    const weights = new Map<string, HostWeight>();
    return {
      hosts: makeHosts({ provider: EXCHANGE, origins, waitMsMax: 0, troubleOf }),
      weightOf: (origin) => {
        const known = weights.get(origin) ?? makeHostWeight(weightPerMinute);
        weights.set(origin, known);
        return known;
      },
    };
  };
  const mirror = options.spotMirrorUrl === undefined ? [] : [options.spotMirrorUrl];
  return {
    spot: of("spot", [options.spotUrl, ...mirror]),
    futures: of("futures", [options.futuresUrl]),
  };
}
