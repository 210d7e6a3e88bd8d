/**
 * The games of a sandbox alone, without its prices, orders and server: its settings, simulators,
 * adapters and jobs, over a store in memory.
 *
 * At a high speed prices take most of a sandbox's processor time, and its calls come rarer.
 *
 * @module
 */
import { Effect, Fiber, Layer, ManagedRuntime, Option, Result } from "effect";
import { layerNoFleet } from "../../../adapters/process/fleet.ts";
import { layerJobWatch } from "../../../adapters/process/job_watch.ts";
import { layerMachineTime } from "../../../adapters/process/machine_time.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { layerLog } from "../../../app/log.ts";
import { withSharedLimits } from "../../../app/provider_limits.ts";
import { layerMarketsAndGames } from "../../../app/provider_ports.ts";
import { readSandboxChoice } from "../../../app/sandbox/sandbox_choice.ts";
import { simulatedProviders } from "../../../app/sandbox/simulated_providers.ts";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { type SimulatorName } from "../../../app/simulator/start_simulator.ts";
import { startSimulators } from "../../../app/simulator/start_simulators.ts";
import { watchedProviders } from "../../../app/watched_providers.ts";
import { JobWatch, ProviderWatch } from "../../../core/port/mod.ts";
import {
  Games,
  keepGames,
  layerGameGraph,
  layerGameReadModel,
} from "../../../core/use_case/mod.ts";
import { layerMemoryGameStore } from "../../memory/game_store.ts";
import { layerMemoryLeadership } from "../../memory/leadership.ts";
import type { Settings } from "../environment.ts";
import type { Health } from "../sandbox_health.ts";

/** Games that are kept until they are stopped. */
export interface LoneGames {
  readonly urlOf: (name: SimulatorName) => string;
  readonly health: () => Promise<Health>;
  readonly stop: () => Promise<void>;
}

/** Starts them with the settings of a sandbox. */
export function startLoneGames(environment: Settings): LoneGames {
  const choice = Result.getOrThrow(readSandboxChoice([], environment));
  const { oracleChoice, settings, worldSettings } = choice;
  const { games } = settings.service;
  const clock = makeSandboxClock(worldSettings.clock);
  const simulators = startSimulators({ ...settings, ...worldSettings, clock });
  const providers = simulatedProviders(simulators, {
    oracleChoice,
    oracleKey: worldSettings.oracleKey,
    relayAccess: { kind: "wallet", walletId: "" },
    elsewhere: settings,
  });
  const layer = Layer.merge(layerGameGraph, layerGameReadModel).pipe(
    Layer.provideMerge(
      layerMarketsAndGames(withSharedLimits(providers), Option.none()),
    ),
    Layer.provideMerge(layerProviderWatch(watchedProviders(providers))),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(Games, games.plan),
        layerJobWatch,
        layerMemoryGameStore,
        layerMemoryLeadership,
        layerNoFleet,
        layerMachineTime,
        layerLog("error"),
      ),
    ),
    Layer.provideMerge(layerClock(clock)),
  );
  const runtime = ManagedRuntime.make(layer);
  const jobs = runtime.runFork(keepGames);
  return {
    urlOf: simulators.urlOf,
    health: () =>
      runtime.runPromise(Effect.gen(function* () {
        return {
          providers: yield* (yield* ProviderWatch).reports,
          jobs: yield* (yield* JobWatch).reports,
        };
      })),
    stop: async () => {
      await Effect.runPromise(Fiber.interrupt(jobs));
      await runtime.dispose();
      await simulators.stop();
    },
  };
}
