/**
 * The price routes over the real adapters, which are pointed at simulators on a clock that stands.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option, Redacted, References } from "effect";
import { Elysia } from "elysia";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { type WindowPorts, windows } from "../../../adapters/http/window/windows.ts";
import { prices } from "../../../adapters/http/price/prices.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { layerMemoryGameStore } from "../../memory/game_store.ts";
import { layerNoFleet } from "../../../adapters/process/fleet.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { layerNoWalletFrames } from "../../memory/wallet_frames.ts";
import { layerMemoryTargetStore } from "../../memory/target_store.ts";
import { makeDataClient } from "../../../adapters/polymarket/data/client.ts";
import { makePolymarketResolutions } from "../../../adapters/polymarket/data/resolutions.ts";
import { makePolymarketEventCatalog } from "../../../adapters/polymarket/event_catalog.ts";
import { makeGammaLimits } from "../../../adapters/polymarket/gamma/shared_limits.ts";
import { layerLegVenues, layerPrices } from "../../../app/wiring/provider_ports.ts";
import { layerMemoryWalletStore } from "../../memory/wallet_store.ts";
import { layerSecretBoxOff } from "../../../adapters/node_crypto/secret_box.ts";
import {
  exchangeSockets,
  simulatedLegs,
  simulatedVenue,
} from "../../../app/sandbox/simulated_providers.ts";
import { startSimulators } from "../../../app/simulator/start_simulators.ts";
import { PROFILE_BY_NAME, type VenueProfileName } from "../../../core/market/mod.ts";
import { EventCatalog } from "../../../core/port/event_catalog.ts";
import { Resolutions } from "../../../core/port/resolutions.ts";
import { layerGameReadModel } from "../../../core/use_case/game/mod.ts";
import {
  type LatestTwaps,
  layerLatestTwaps,
  layerLiveStream,
  LiveStream,
} from "../../../core/use_case/live/mod.ts";
import {
  layerHistoryCache,
  layerTargetCache,
  RangeBudget,
} from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import {
  control,
  layerStillClock,
  makeStillClock,
  ms,
  ORACLE_KEY,
} from "../../simulator/kit/support.ts";
import { CallerPatience } from "../../../core/use_case/time/mod.ts";
import { layerLegDays } from "../../../core/use_case/leg/mod.ts";
import { layerMemoryLegStore } from "../../memory/leg_store.ts";
import { layerWindowFacts } from "../../../core/use_case/window/mod.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";

/** Starts simulators and a server that asks them. */
export function makePriceServer(
  { nowIso, profile = "spec", budget = Effect.never, newest = {} }: {
    readonly nowIso: string;
    readonly profile?: VenueProfileName;
    /** When the time for an answer is up: the clock stands still. */
    readonly budget?: Effect.Effect<void>;
    /** The newest numbers that the sockets pushed; left out: none. */
    readonly newest?: Partial<
      Pick<LiveStream["Service"], "newestTrade" | "newestOraclePrice">
    >;
  },
) {
  const clock = makeStillClock(ms(nowIso));
  const simulators = startSimulators({
    seed: 1,
    clock,
    oracleKey: ORACLE_KEY,
    profile: PROFILE_BY_NAME[profile],
    urls: new Map(),
    portBase: Option.none(),
  });
  const spotUrl = simulators.urlOf("exchange-spot");
  const { apiKey, apiSecret } = ORACLE_KEY;
  const providers = layerPrices({
    oracle: {
      url: simulators.urlOf("oracle"),
      wsUrl: simulators.urlOf("oracle").replace("http", "ws"),
      feeds: MAINNET_FEEDS,
      callsPerSec: 9,
      credentials: Option.some({ apiKey, apiSecret: Redacted.make(apiSecret) }),
      missing: "",
    },
    exchange: {
      spotUrl,
      futuresUrl: simulators.urlOf("exchange-futures"),
      streams: exchangeSockets(simulators),
      archiveUrl: `${spotUrl}/archive`,
    },
    relay: { wsUrl: "", access: Option.none(), missing: "" },
    venue: { ...simulatedVenue(simulators), gammaLimits: makeGammaLimits() },
  }).pipe(
    Layer.provide(
      Layer.mergeAll(layerMemoryWalletStore, layerSecretBoxOff("WALLET_KEY"), layerNoFleet),
    ),
  );
  const catalog = Layer.effect(
    EventCatalog,
    makePolymarketEventCatalog({ gammaUrl: simulators.urlOf("venue-metadata") }),
  );
  const resolutions = Layer.effect(
    Resolutions,
    Effect.flatMap(
      makeDataClient({ dataUrl: simulators.urlOf("site") }),
      makePolymarketResolutions,
    ),
  );
  const legs = Layer.provide(layerLegDays, layerNoFleet).pipe(
    Layer.provideMerge(layerMemoryLegStore),
    Layer.provideMerge(layerLegVenues(simulatedLegs(simulators))),
  );
  const venue = {
    profile: PROFILE_BY_NAME[profile],
    eventBaseUrl: "https://venue.example/event",
    rangePointsMax: 2_500,
  };
  const runtime = ManagedRuntime.make(
    layerLatestTwaps.pipe(
      Layer.provideMerge(layerWindowFacts),
      Layer.provideMerge(legs),
      Layer.provideMerge(
        Layer.effect(LiveStream, Effect.map(LiveStream, (stream) => ({ ...stream, ...newest })))
          .pipe(Layer.provide(Layer.provide(layerLiveStream, layerNoWalletFrames))),
      ),
      Layer.provideMerge(Layer.merge(layerTargetCache, layerHistoryCache)),
      Layer.provide(layerNoFleet),
      Layer.provideMerge(Layer.provide(layerGameReadModel, layerMemoryGameStore)),
      Layer.provideMerge(providers),
      Layer.provideMerge(catalog),
      Layer.provideMerge(resolutions),
      Layer.provideMerge(layerMemoryTargetStore),
      Layer.provideMerge(layerProviderWatch({ providers: [], off: [] })),
      Layer.provideMerge(Layer.succeed(Venue, venue)),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
      // On a clock that jumps where someone sleeps, time would be up at once.
      Layer.provideMerge(Layer.succeed(RangeBudget, budget)),
      Layer.provideMerge(Layer.succeed(CallerPatience, budget)),
      Layer.provideMerge(layerStillClock(clock)),
    ),
  );
  const server = makeServer<
    EventCatalog | LatestTwaps | Resolutions | WindowPorts
  >({
    ...QUIET_EDGE,
    plugins: (gate) => new Elysia().use(prices(gate)).use(windows(gate)),
    run: makeRun(runtime),
    clock: { nowMs: clock.nowMs, stopwatchMs: () => performance.now() },
  });
  return {
    clock,
    handle: (request: Request) => server.handle(request),
    urlOf: simulators.urlOf,
    /** Status, headers and JSON of `GET /api/v1{path}`. */
    get: async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const request = new Request(`http://localhost/api/v1${path}`, { headers });
      const response = await server.handle(request);
      const text = await response.text();
      const body = JSON.parse(text === "" ? "{}" : text) as Record<string, unknown>;
      return { status: response.status, headers: response.headers, body };
    },
    fault: (name: Parameters<typeof simulators.urlOf>[0], fault: Record<string, unknown>) =>
      control(`${simulators.urlOf(name)}/__faults`, "POST", fault),
    clearFaults: (name: Parameters<typeof simulators.urlOf>[0]) =>
      control(`${simulators.urlOf(name)}/__faults`, "DELETE"),
    /** How many requests a simulator has had. */
    calls: async (name: Parameters<typeof simulators.urlOf>[0]) => {
      const { body } = await control<{ requests: ReadonlyArray<unknown> }>(
        `${simulators.urlOf(name)}/__log`,
        "GET",
      );
      return body.requests.length;
    },
    stop: async () => {
      await runtime.dispose();
      await simulators.stop();
    },
  };
}
