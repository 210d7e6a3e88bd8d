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
import { exchangeInfo } from "./exchange_info.ts";
import { refuse } from "./failure.ts";
import { FUTURES_INTERVALS, SPOT_INTERVALS } from "./kline_interval.ts";
import { listKlines } from "./klines.ts";
import {
  checkNames,
  type Parsed,
  readLimit,
  readSymbol,
  readTimes,
  readTimeZone,
  readWhole,
  type TimeQuery,
} from "./parameters.ts";
import { type Tape } from "./tape.ts";
import { aggTradeRow, klineRow, type RowFormat } from "./wire_row.ts";

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

function isMicroseconds({ market }: Exchange, { headers }: SimulatorRequest): boolean {
  return market === "spot" && headers.get("x-mbx-time-unit")?.toUpperCase() === "MICROSECOND";
}

const ping: Endpoint["answer"] = (_, request) => Result.map(checkNames(request, []), () => ({}));

const time: Endpoint["answer"] = (exchange, request) =>
  Result.map(checkNames(request, []), () => {
    const nowMs = exchange.clock.nowMs();
    return { serverTime: isMicroseconds(exchange, request) ? nowMs * 1000 : nowMs };
  });

const info: Endpoint["answer"] = (exchange, request) =>
  Result.gen(function* () {
    yield* checkNames(
      request,
      exchange.market === "spot" ? ["symbol", "symbols", "permissions"] : [],
    );
    const { query } = request;
    const listed = [...exchange.symbols.keys()];
    const asked = query.get("symbols")?.match(/[A-Z0-9-_.]+/g) ??
      (query.has("symbol") ? [yield* readSymbol(request)] : listed);
    if (!asked.every((symbol) => exchange.symbols.has(symbol))) {
      return yield* Result.fail(refuse.symbol());
    }
    const listings = [...exchange.symbols.values()].map(({ listing }) => listing)
      .filter(({ symbol }) => asked.includes(symbol));
    return exchangeInfo(exchange.market, { listings, nowMs: exchange.clock.nowMs() });
  });

const KLINE_LIMIT_MAX: Readonly<Record<ExchangeMarket, number>> = { spot: 1_000, futures: 1_500 };

const klines: Endpoint["answer"] = (exchange, request) =>
  Result.gen(function* () {
    const { market, clock } = exchange;
    const isSpot = market === "spot";
    const names = ["symbol", "interval", "startTime", "endTime", "limit"];
    yield* checkNames(request, isSpot ? [...names, "timeZone"] : names);
    const symbol = yield* readSymbol(request);
    const name = request.query.get("interval");
    if (name === null) return yield* Result.fail(refuse.missing("interval"));
    const limit = yield* readLimit(request, { market, max: KLINE_LIMIT_MAX[market] });
    const times = yield* readTimes(request, market);
    const offsetMs = isSpot ? yield* readTimeZone(request) : 0;
    const interval = (isSpot ? SPOT_INTERVALS : FUTURES_INTERVALS).get(name);
    if (interval === undefined) return yield* Result.fail(refuse.interval());
    const { listing, tape } = yield* listed(exchange, symbol);
    const format: RowFormat = { listing, isMicroseconds: isMicroseconds(exchange, request) };
    const query = { ...times, interval, offsetMs, limit, nowMs: clock.nowMs() };
    return listKlines(tape, query).map((kline) => klineRow(kline, format));
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
    const format: RowFormat = { listing, isMicroseconds: isMicroseconds(exchange, request) };
    const oldestMs = market === "futures" ? nowMs - REACH_MS : 0;
    return listAggTrades(tape, { ...times, fromId, limit, nowMs, oldestMs })
      .map((trade) => aggTradeRow(trade, format));
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

/** The endpoints of each market, by the path after the market's prefix. */
export const ENDPOINTS: Readonly<Record<ExchangeMarket, ReadonlyMap<string, Endpoint>>> = {
  spot: new Map([
    ["ping", { weight: always(1), answer: ping }],
    ["time", { weight: always(1), answer: time }],
    ["exchangeInfo", { weight: always(20), answer: info }],
    ["klines", { weight: always(2), answer: klines }],
    ["aggTrades", { weight: always(4), answer: aggTrades }],
  ]),
  futures: new Map([
    ["ping", { weight: always(1), answer: ping }],
    ["time", { weight: always(1), answer: time }],
    ["exchangeInfo", { weight: always(1), answer: info }],
    ["klines", { weight: futuresKlineWeight, answer: klines }],
    ["aggTrades", { weight: always(20), answer: aggTrades }],
  ]),
};
