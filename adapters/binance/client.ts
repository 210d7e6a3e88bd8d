/**
 * The exchange's public REST interface: weighted, retried, with failover between hosts.
 *
 * @module
 */
import { Clock, Effect, Schedule } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import { type HttpAnswer, makeDecodeAnswer, makeHttpGet } from "../outbound/mod.ts";
import { type CallWeight, type Host, makeHost } from "./host.ts";
import { type ExchangeSymbol, MARKET_RULES } from "./market.ts";
import { type AggTrade, AggTrades, type Kline, KlineRows, toKline } from "./payload.ts";
import { EXCHANGE, failureOf, limited } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES_MAX = 2;

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
  const hosts = hostsOf(options);

  const attempt = Effect.fn("binance.get")(function* (call: Call) {
    const host = yield* openHost(hosts[call.market]);
    yield* host.reserve(call);
    const path = MARKET_RULES[call.market].pathPrefix + call.path;
    const answer = yield* httpGet(`${host.url}${path}?${new URLSearchParams(call.query)}`);
    yield* host.learn(answer);
    const failure = failureOf(answer);
    return failure === undefined ? answer : yield* failure;
  });

  /** Retries. If one host refuses us, another may accept; other failures may pass by themselves. */
  const get = (call: Call): Effect.Effect<HttpAnswer, ProviderFailed> =>
    Clock.clockWith((clock) =>
      attempt(call).pipe(
        Effect.retry({
          schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
          times: RETRIES_MAX,
          while: ({ reason }) =>
            reason !== "refused" && reason !== "unreadable" &&
            hosts[call.market].some((host) =>
              host.closedUntilMs() <= clock.currentTimeMillisUnsafe()
            ),
        }),
      )
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
      const call = { market, path: "/aggTrades", query, weight, isBulk };
      return Effect.flatMap(get(call), decodeTrades);
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
      const call = { market, path: "/klines", query, weight, isBulk: span.isBulk };
      const rows = yield* decodeRows(yield* get(call));
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
  readonly query: Readonly<Record<string, string>>;
}

function hostsOf(options: BinanceOptions): Readonly<Record<ExchangeMarket, ReadonlyArray<Host>>> {
  const host = (market: ExchangeMarket) => (url: string) =>
    makeHost({ url, weightPerMinute: MARKET_RULES[market].weightPerMinute });
  const mirror = options.spotMirrorUrl === undefined ? [] : [options.spotMirrorUrl];
  return {
    spot: [options.spotUrl, ...mirror].map(host("spot")),
    futures: [options.futuresUrl].map(host("futures")),
  };
}

/**
 * Returns the first host that does not refuse us; fails with the shortest remaining ban if all do.
 */
const openHost = Effect.fnUntraced(function* (hosts: ReadonlyArray<Host>) {
  const nowMs = yield* Clock.currentTimeMillis;
  const open = hosts.find((host) => host.closedUntilMs() <= nowMs);
  if (open !== undefined) return open;
  const opensMs = Math.min(...hosts.map((host) => host.closedUntilMs()));
  return yield* limited(opensMs - nowMs, "every host refuses us");
});
