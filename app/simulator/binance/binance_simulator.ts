/**
 * The simulated exchange: market data of spot or of USD-M futures, over REST and as streams.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../kit/simulator.ts";
import { answerFromArchive } from "./archive.ts";
import { type Endpoint, type Exchange, REST_ENDPOINTS, WEIGHT_LIMIT } from "./endpoint.ts";
import { type ExchangeTapes } from "./exchange_tapes.ts";
import { failureOfStatus, unknownPath } from "./failure.ts";
import { makeSeriesControl } from "./series_control.ts";
import { makeStreamUpgrade, STREAM_PATHS } from "./stream_upgrade.ts";
import { makeWeightMeter } from "./weight.ts";

/**
 * The path prefix for the second host that serves spot's public data, with separate rate limits.
 */
const MIRROR = "/mirror";
/** The path prefix for the archive's host, which has no weight limits. */
const ARCHIVE = "/archive";

/** All that the two markets serve. */
export const ENDPOINTS: ReadonlyArray<string> = [
  ...Object.values(REST_ENDPOINTS).flatMap((endpoints) => [...endpoints.keys()]),
  ...Object.values(STREAM_PATHS).flat().map((path) => `SOCKET ${path} aggTrade`),
  "GET /data/spot/daily/klines/*",
  "GET /data/futures/um/daily/klines/*",
];

/** Makes the simulator of one market. */
export function makeBinanceSimulator(
  market: ExchangeMarket,
  { tapes, clock }: { readonly tapes: ExchangeTapes; readonly clock: SandboxClock },
): SimulatedProvider {
  const symbols = tapes(market);
  const exchange = { market, clock, symbols };
  const meter = makeWeightMeter(WEIGHT_LIMIT[market]);
  const mirrorMeter = makeWeightMeter(WEIGHT_LIMIT[market]);
  const recorded = new Map([...symbols].map(([symbol, { tape }]) => [symbol, tape.recorded]));
  // A single setting names the archive for both markets, so spot serves the futures files too.
  const markets: ReadonlyArray<ExchangeMarket> = market === "spot" ? ["spot", "futures"] : [market];
  const archive = { markets, tapes, clock };
  return {
    name: `exchange-${market}`,
    controls: new Map([["PUT /__series", makeSeriesControl(market, recorded)]]),
    upgrade: makeStreamUpgrade(exchange),
    failure: failureOfStatus,
    answer(request) {
      // No other endpoint has these paths, so they also work at the root, for a setting that names
      // it.
      const file = request.path.startsWith(`${ARCHIVE}/`)
        ? request.path.slice(ARCHIVE.length)
        : request.path;
      if (file.startsWith("/data/")) return answerFromArchive(archive, request, file);
      const isMirror = market === "spot" && request.path.startsWith(`${MIRROR}/`);
      const path = isMirror ? request.path.slice(MIRROR.length) : request.path;
      const endpoint = REST_ENDPOINTS[market].get(`${request.method} ${path}`);
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
