/**
 * The simulated exchange: market data of spot or of USD-M futures over REST.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type SandboxClock } from "../clock.ts";
import { type Answer, type SimulatedProvider, type SimulatorRequest } from "../simulator.ts";
import { type ExchangeSymbol } from "../world/symbol.ts";
import { type World } from "../world/world.ts";
import { listAggTrades } from "./agg_trades.ts";
import { exchangeInfo, WEIGHT_LIMIT } from "./exchange_info.ts";
import { failureOfStatus, refuse, unknownPath } from "./failure.ts";
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
import { makeRecordedTrades } from "./recorded_trades.ts";
import { makeSeriesControl } from "./series_control.ts";
import { makeTape, type Tape } from "./tape.ts";
import { aggTradeRow, klineRow, type RowFormat } from "./wire_row.ts";
import { makeWeightMeter } from "./weight.ts";

interface Listed {
  readonly listing: ExchangeSymbol;
  readonly tape: Tape;
}

interface Exchange {
  readonly market: ExchangeMarket;
  readonly clock: SandboxClock;
  readonly symbols: ReadonlyMap<string, Listed>;
}

interface Route {
  readonly weight: (request: SimulatorRequest) => number;
  readonly answer: (exchange: Exchange, request: SimulatorRequest) => Parsed<unknown>;
}

const PREFIX: Readonly<Record<ExchangeMarket, string>> = { spot: "/api/v3/", futures: "/fapi/v1/" };
/** Stands for the other host that serves spot's public data, with limits of its own. */
const MIRROR = "/mirror";

/** The simulator of one market. */
export function makeExchangeSimulator(
  market: ExchangeMarket,
  { world, clock }: { readonly world: World; readonly clock: SandboxClock },
): SimulatedProvider {
  const symbols = new Map(
    [...world.symbols(market)].map(([symbol, { listing, tape }]) =>
      [symbol, { listing, tape: makeTape(tape, makeRecordedTrades()) }] as const
    ),
  );
  const exchange = { market, clock, symbols };
  const meter = makeWeightMeter(WEIGHT_LIMIT[market]);
  const mirrorMeter = makeWeightMeter(WEIGHT_LIMIT[market]);
  const recorded = new Map([...symbols].map(([symbol, { tape }]) => [symbol, tape.recorded]));
  return {
    name: `exchange-${market}`,
    controls: new Map([["PUT /__series", makeSeriesControl(market, recorded)]]),
    failure: failureOfStatus,
    answer(request) {
      const isMirror = market === "spot" && request.path.startsWith(`${MIRROR}/`);
      const path = isMirror ? request.path.slice(MIRROR.length) : request.path;
      const route = path.startsWith(PREFIX[market]) && request.method === "GET"
        ? ROUTES[market].get(path.slice(PREFIX[market].length))
        : undefined;
      const { usedWeight, refusal } = (isMirror ? mirrorMeter : meter)
        .charge(request.client, route?.weight(request) ?? 1, clock.nowMs());
      const answer = refusal ?? answerOf(exchange, request, route);
      const used = String(usedWeight);
      const headers = { "x-mbx-used-weight": used, "x-mbx-used-weight-1m": used };
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}

function answerOf(exchange: Exchange, request: SimulatorRequest, route?: Route): Answer {
  if (route === undefined) return unknownPath(request.method, request.path);
  const result = route.answer(exchange, request);
  return Result.isFailure(result) ? result.failure : { status: 200, body: result.success };
}

function isMicroseconds({ market }: Exchange, { headers }: SimulatorRequest): boolean {
  return market === "spot" && headers.get("x-mbx-time-unit")?.toUpperCase() === "MICROSECOND";
}

const ping: Route["answer"] = (_, request) => Result.map(checkNames(request, []), () => ({}));

const time: Route["answer"] = (exchange, request) =>
  Result.map(checkNames(request, []), () => {
    const nowMs = exchange.clock.nowMs();
    return { serverTime: isMicroseconds(exchange, request) ? nowMs * 1000 : nowMs };
  });

const info: Route["answer"] = (exchange, request) =>
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

const klines: Route["answer"] = (exchange, request) =>
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

const aggTrades: Route["answer"] = (exchange, request) =>
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
/** Futures keep aggregate trades for 48 hours, and give out less than an hour at a time. */
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

/** Futures weigh candles by how many are asked for. */
function futuresKlineWeight({ query }: SimulatorRequest): number {
  const limit = Number(query.get("limit") ?? 500);
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1_000 ? 5 : 10;
}

const always = (weight: number) => () => weight;

const ROUTES: Readonly<Record<ExchangeMarket, ReadonlyMap<string, Route>>> = {
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
