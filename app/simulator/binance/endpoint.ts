/**
 * The exchange's endpoints and their request weights.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type SimulatorRequest } from "../kit/simulator.ts";
import { type ExchangeSymbol } from "../world/symbol.ts";
import { listAggTrades } from "./agg_trades.ts";
import { refuse } from "./failure.ts";
import { KLINE_MS } from "./kline_interval.ts";
import { listKlines } from "./klines.ts";
import {
  checkNames,
  type Parsed,
  readLimit,
  readSymbol,
  readTimes,
  readWhole,
  type TimeQuery,
} from "./parameters.ts";
import { type Tape } from "./tape.ts";
import { aggTradeRow, klineRow } from "./wire_row.ts";

/** A listed symbol. */
export interface Listed {
  readonly listing: ExchangeSymbol;
  readonly tape: Tape;
}

/** One market of the exchange. */
export interface Exchange {
  readonly market: ExchangeMarket;
  readonly clock: SandboxClock;
  readonly symbols: ReadonlyMap<string, Listed>;
}

/** An endpoint: its weight and its answer. */
export interface Endpoint {
  /** Request weight. */
  readonly weight: (request: SimulatorRequest) => number;
  readonly answer: (exchange: Exchange, request: SimulatorRequest) => Parsed<unknown>;
}

const time: Endpoint["answer"] = ({ clock }, request) =>
  Result.map(checkNames(request, []), () => ({ serverTime: clock.nowMs() }));

const KLINE_LIMIT_MAX: Readonly<Record<ExchangeMarket, number>> = { spot: 1_000, futures: 1_500 };

const klines: Endpoint["answer"] = (exchange, request) =>
  Result.gen(function* () {
    const { market, clock } = exchange;
    yield* checkNames(request, ["symbol", "interval", "startTime", "endTime", "limit"]);
    const symbol = yield* readSymbol(request);
    const name = request.query.get("interval");
    if (name === null) return yield* Result.fail(refuse.missing("interval"));
    const limit = yield* readLimit(request, { market, max: KLINE_LIMIT_MAX[market] });
    const times = yield* readTimes(request, market);
    const stepMs = KLINE_MS.get(name);
    if (stepMs === undefined) return yield* Result.fail(refuse.interval());
    const { listing, tape } = yield* listed(exchange, symbol);
    return listKlines(tape, { ...times, stepMs, limit, nowMs: clock.nowMs() })
      .map((kline) => klineRow(kline, { listing, isMicroseconds: false }));
  });

const AGG_TRADE_LIMIT_MAX = 1_000;

const aggTrades: Endpoint["answer"] = (exchange, request) =>
  Result.gen(function* () {
    const { market, clock } = exchange;
    yield* checkNames(request, ["symbol", "fromId", "startTime", "endTime", "limit"]);
    const symbol = yield* readSymbol(request);
    const limit = yield* readLimit(request, { market, max: AGG_TRADE_LIMIT_MAX });
    const times = yield* readTimes(request, market);
    const fromId = yield* readWhole(request, "fromId");
    if (fromId !== undefined && (times.startMs ?? times.endMs) !== undefined) {
      return yield* Result.fail(refuse.combination());
    }
    const nowMs = clock.nowMs();
    if (market === "futures") yield* checkReach(times, nowMs);
    const { listing, tape } = yield* listed(exchange, symbol);
    const oldestMs = market === "futures" ? nowMs - REACH_MS : 0;
    return listAggTrades(tape, { ...times, fromId, limit, nowMs, oldestMs })
      .map((trade) => aggTradeRow(trade, listing));
  });

const HOUR_MS = 3_600_000;
/** Futures keep aggregate trades for 48 hours and accept a range of less than one hour. */
const REACH_MS = 48 * HOUR_MS;

function checkReach({ startMs, endMs }: TimeQuery, nowMs: number): Parsed<void> {
  if (startMs !== undefined && endMs !== undefined && endMs - startMs >= HOUR_MS) {
    return Result.fail(refuse.span(1));
  }
  if (startMs !== undefined && startMs < nowMs - REACH_MS) {
    return Result.fail(refuse.invalid("startTime"));
  }
  return endMs !== undefined && endMs < nowMs - REACH_MS
    ? Result.fail(refuse.invalid("endTime"))
    : Result.succeed(undefined);
}

function listed({ symbols }: Exchange, symbol: string): Parsed<Listed> {
  const found = symbols.get(symbol);
  return found === undefined ? Result.fail(refuse.symbol()) : Result.succeed(found);
}

/** Futures weigh candles by the requested limit. */
function futuresKlineWeight({ query }: SimulatorRequest): number {
  const limit = Number(query.get("limit") ?? 500);
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1_000 ? 5 : 10;
}

const always = (weight: number) => () => weight;

/** Request weight per minute. */
export const WEIGHT_LIMIT: Readonly<Record<ExchangeMarket, number>> = {
  spot: 6_000,
  futures: 2_400,
};

/** The endpoints of each market. */
export const REST_ENDPOINTS: Readonly<Record<ExchangeMarket, ReadonlyMap<string, Endpoint>>> = {
  spot: new Map([
    ["GET /api/v3/time", { weight: always(1), answer: time }],
    ["GET /api/v3/klines", { weight: always(2), answer: klines }],
    ["GET /api/v3/aggTrades", { weight: always(4), answer: aggTrades }],
  ]),
  futures: new Map([
    ["GET /fapi/v1/klines", { weight: futuresKlineWeight, answer: klines }],
    ["GET /fapi/v1/aggTrades", { weight: always(20), answer: aggTrades }],
  ]),
};
