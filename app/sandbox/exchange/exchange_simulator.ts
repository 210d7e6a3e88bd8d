/**
 * The simulated exchange: market data of spot or of USD-M futures over REST.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type Answer } from "../answer.ts";
import { type SandboxClock } from "../clock.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../simulator.ts";
import { type World } from "../world/world.ts";
import { type Endpoint, ENDPOINTS, type Exchange } from "./endpoint.ts";
import { WEIGHT_LIMIT } from "./exchange_info.ts";
import { failureOfStatus, unknownPath } from "./failure.ts";
import { makeRecordedTrades } from "./recorded_trades.ts";
import { makeSeriesControl } from "./series_control.ts";
import { makeTape } from "./tape.ts";
import { makeWeightMeter } from "./weight.ts";

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
      const endpoint = path.startsWith(PREFIX[market]) && request.method === "GET"
        ? ENDPOINTS[market].get(path.slice(PREFIX[market].length))
        : undefined;
      const { usedWeight, refusal } = (isMirror ? mirrorMeter : meter)
        .charge(request.client, endpoint?.weight(request) ?? 1, clock.nowMs());
      const answer = refusal ?? answerOf(exchange, request, endpoint);
      const used = String(usedWeight);
      const headers = { "x-mbx-used-weight": used, "x-mbx-used-weight-1m": used };
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}

function answerOf(exchange: Exchange, request: SimulatorRequest, endpoint?: Endpoint): Answer {
  if (endpoint === undefined) return unknownPath(request.method, request.path);
  const result = endpoint.answer(exchange, request);
  return Result.isFailure(result) ? result.failure : { status: 200, body: result.success };
}
