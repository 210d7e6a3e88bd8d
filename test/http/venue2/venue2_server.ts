/** The routes about the secondary venue over a venue that is staged. @module */
import { Effect, Layer, ManagedRuntime, References } from "effect";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { outcomeTargets } from "../../../adapters/http/venue2/outcome_targets.ts";
import {
  makeMemoryOutcomeMarketList,
  makeStagedMarkets,
  type StagedMarkets,
} from "../../memory/outcome_market_list.ts";
import { layerMemoryOutcomeMarketStore } from "../../memory/outcome_market_store.ts";
import { OutcomeMarketList } from "../../../core/port/outcome_market_list.ts";
import {
  layerOutcomeMarketCache,
  type OutcomeMarketCache,
  Venue2,
} from "../../../core/use_case/venue2/mod.ts";
import type { Network } from "../../../core/venue2/mod.ts";
import { staged } from "../../core/venue2/arbitrary.ts";
import { HOLDER, QUIET_EDGE } from "../edge/quiet_edge.ts";

/** What the routes need, over a venue that is staged. */
export function layerStagedVenue2(venue: StagedMarkets) {
  const list = Layer.succeed(OutcomeMarketList, makeMemoryOutcomeMarketList(venue));
  return layerOutcomeMarketCache.pipe(
    Layer.provideMerge(Layer.merge(list, layerMemoryOutcomeMarketStore)),
  );
}

/** A server, and controls of the venue's answers and of the time. */
export function venue2Server(network: Network = "mainnet", tradeOrigin?: string) {
  const venue = makeStagedMarkets();
  const clock = { nowMs: staged().startSec * 1_000 + 250 };
  const pages = tradeOrigin === undefined ? {} : { tradeOrigin };
  const runtime = ManagedRuntime.make(
    layerStagedVenue2(venue).pipe(
      Layer.provideMerge(Layer.succeed(Venue2, { network, refreshSec: 15, ...pages })),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    ),
  );
  const server = makeServer<OutcomeMarketCache | OutcomeMarketList>({
    ...QUIET_EDGE,
    checkKey: () => HOLDER as never,
    plugins: outcomeTargets,
    run: makeRun(runtime),
    clock: { nowMs: () => clock.nowMs, stopwatchMs: () => 0 },
  });
  const ask = async (path: string) => {
    const request = new Request(`http://localhost/api/v1/venue2/targets/${path}`);
    const response = await server.handle(request);
    const { status, headers } = response;
    const text = await response.text();
    return { status, headers, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { venue, clock, ask, stop: () => Effect.runPromise(runtime.disposeEffect) };
}
