/** One life of a replica: the service's use cases and jobs, over the ground's ports. @module */
import { Effect, Layer, Schedule } from "effect";
import { layerKeyCache } from "../../../core/use_case/account/mod.ts";
import {
  keepGames,
  layerGameGraph,
  layerGameReadModel,
  shareGames,
} from "../../../core/use_case/game/mod.ts";
import { announceEvents, deliverWebhooks, keepOutbox } from "../../../core/use_case/webhook/mod.ts";
import { layerLiveStream, LiveStream, recordOpenings } from "../../../core/use_case/live/mod.ts";
import {
  endOrderLives,
  followFills,
  keepGuards,
  layerOrders,
  layerWalletBalances,
  reconcileOrders,
} from "../../../core/use_case/order/mod.ts";
import {
  finalizeTargets,
  layerHistoryCache,
  layerTargetCache,
  shareTargets,
} from "../../../core/use_case/price/mod.ts";
import { repeatJob } from "../../../core/use_case/time/mod.ts";
import { layerWindowFacts } from "../../../core/use_case/window/mod.ts";
import type { Ground } from "./ground.ts";
import { Life } from "./life.ts";
import { layerPorts } from "./replica_ports.ts";

const LISTEN_AGAIN_MS = 2_000;

/** The listening to the providers, which begins again after a defect. */
const listening = repeatJob(LiveStream.use(({ run }) => run), {
  schedule: Schedule.spaced(LISTEN_AGAIN_MS),
});

/** A replica of which a life is begun. */
interface ReplicaLife {
  /** Called as it ends. */
  readonly ended: (replica: Replica) => void;
  /** That of this life alone. */
  readonly name: string;
  /** That of all lives of the replica. */
  readonly position: number;
}

function layerReplica(ground: Ground, parts: Parameters<typeof layerPorts>[1]) {
  return layerLiveStream.pipe(
    Layer.provideMerge(layerWindowFacts),
    Layer.provideMerge(layerHistoryCache),
    Layer.provideMerge(layerTargetCache),
    Layer.provideMerge(layerWalletBalances),
    Layer.provideMerge(Layer.mergeAll(
      layerOrders,
      layerKeyCache,
    )),
    Layer.provideMerge(layerGameGraph),
    Layer.provideMerge(layerGameReadModel),
    Layer.provideMerge(layerPorts(ground, parts)),
  );
}

/** All that a replica's questions may use. */
export type ReplicaPorts = Layer.Success<ReturnType<typeof layerReplica>>;

/** One life of a replica. */
export class Replica extends Life<ReplicaPorts> {
  /** Starts it at once. */
  constructor(ground: Ground, { name, position, ended }: ReplicaLife) {
    super(ground, { name, ended: () => ended(this) }, ({ fleet, caller }) => ({
      service: layerReplica(ground, { position, fleet, caller }),
      jobs: Effect.raceAllFirst([
        reconcileOrders,
        endOrderLives,
        keepGuards,
        followFills,
        deliverWebhooks,
        keepOutbox,
        listening,
        ...ground.plan.isOfOrders ? [] : [
          recordOpenings,
          fleet.leases.whileHeld("final prices", finalizeTargets),
          shareTargets,
          keepGames,
          shareGames,
          announceEvents,
        ],
      ]),
    }));
  }
}
