/** One life of a replica: the service's use cases and jobs, over the ground's ports. @module */
import { type Context, Effect, type Fiber, Layer, References, Schedule } from "effect";
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
import { MemoryReplica } from "../../memory/fleet_replica.ts";
import type { Enter } from "../../stage/virtual_time.ts";
import type { Ground } from "./ground.ts";
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
export class Replica {
  readonly name: string;
  readonly fleet: MemoryReplica;
  readonly #ground: Ground;
  readonly #ended: ReplicaLife["ended"];
  readonly #onEnd: Array<() => void> = [];
  #context: Context.Context<ReplicaPorts> | undefined;
  #callsLeft = Infinity;

  /** Starts it at once. */
  constructor(ground: Ground, { name, position, ended }: ReplicaLife) {
    [this.#ground, this.#ended] = [ground, ended];
    this.name = name;
    this.fleet = new MemoryReplica(ground.fleet, name);
    const caller = { name, enter: this.enter, departs: () => this.#departs() };
    const service = layerReplica(ground, { position, fleet: this.fleet, caller });
    const work = Effect.gen({ self: this }, function* () {
      this.#context = yield* Layer.build(service);
      const jobs = Effect.raceAllFirst([
        reconcileOrders,
        endOrderLives,
        keepGuards,
        followFills,
        deliverWebhooks,
        keepOutbox,
        listening,
        ...ground.plan.isOfOrders ? [] : [
          recordOpenings,
          this.fleet.leases.whileHeld("final prices", finalizeTargets),
          shareTargets,
          keepGames,
          shareGames,
          announceEvents,
        ],
      ]);
      return yield* Effect.provideContext(jobs, this.#context);
    });
    ground.time.fork(
      Effect.provideService(Effect.scoped(work), References.MinimumLogLevel, "None"),
      this.enter,
    );
  }

  /** Whether it answers now. */
  get isRunning(): boolean {
    return this.fleet.gate.isRunning && this.#context !== undefined;
  }

  get isGone(): boolean {
    return this.fleet.gate.isGone;
  }

  /** Runs something in it: when it runs again, if it hangs. */
  run<A, E>(
    effect: Effect.Effect<A, E, ReplicaPorts>,
    begun: (fiber: Fiber.Fiber<A, E>) => void = () => {},
  ): void {
    this.enter(() => {
      const context = this.#context;
      if (context === undefined) return;
      begun(this.#ground.time.fork(Effect.provideContext(effect, context), this.enter));
    });
  }

  /** Does this a little after it has ended. */
  onEnd(work: () => void): void {
    this.#onEnd.push(work);
  }

  /** It ends at its call with this number, from 1 on. */
  endAtCall(number: number): void {
    this.#callsLeft = number;
  }

  /** Ends it, as SIGKILL does; or `quietly`, as SIGTERM does. */
  end(isQuiet = false): void {
    if (this.isGone) return;
    if (isQuiet) this.fleet.close();
    else this.fleet.kill();
    this.#ground.traffic.deaths.push({ replica: this.name, atMs: this.#ground.machineMs });
    this.#ended(this);
    for (const work of this.#onEnd.splice(0)) this.#ground.after(1, work);
  }

  readonly enter: Enter = (work) => this.fleet.gate.enter(work);

  #departs(): boolean {
    if (--this.#callsLeft > 0) return !this.isGone;
    this.end();
    return this.#ground.chance.is(0.5);
  }
}
