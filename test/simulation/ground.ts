/**
 * What all replicas of a simulated world stand on: time, stores, providers, and the schedule.
 *
 * @module
 */
import { Effect, Exit, Layer } from "effect";
import type { ScheduledGame } from "../../core/game/mod.ts";
import type { Asset, Provider } from "../../core/market/mod.ts";
import { type ChangedGame, GameStore, TargetStore } from "../../core/port/mod.ts";
import { MemoryFleet } from "../memory/fleet.ts";
import { layerMemoryGameStore } from "../memory/game_store.ts";
import { LeaseTable } from "../memory/lease_table.ts";
import { layerMemoryTargetStore } from "../memory/target_store.ts";
import { Chance } from "../order_safety/chance.ts";
import { type Enter, VirtualTime } from "../order_safety/virtual_time.ts";
import { type Conditions, fairConditions } from "./conditions.ts";

/** A process that listens to a provider. */
export interface ProviderListener {
  readonly provider: Provider;
  /** The connection breaks or is there again. */
  readonly connectionChanged: () => void;
  /** The oracle publishes an observation. */
  readonly observed: (of: { readonly asset: Asset; readonly observedSec: number }) => void;
  /** The exchange has its first trade of an hour. */
  readonly rolledOver: (asset: Asset, hourSec: number) => void;
}

/** What a world is made of. */
export interface WorldPlan {
  /** Decides how long each trip takes. */
  readonly seed: number;
  readonly replicas: number;
  /** Whether the oracle's signed reports are to be had; otherwise the venue's relay and site. */
  readonly hasReports: boolean;
  /** When it begins, in unix seconds. */
  readonly startSec: number;
}

/** How many times faster the service's clock runs than the machine's. */
export const SPEED = 30;
/** What a channel keeps: little, so that a replica that is away misses some. */
const KEPT_MAX = { prices: 40, targets: 3, closes: 3, games: 2, outcomes: 2 } as const;
/** Who leads the jobs of games is decided in the store. */
const LEAD_MS = 3_000;

/** How long a call takes to its server and back, and what goes wrong. Milliseconds. */
export interface Trip<E> {
  readonly thereMs: number;
  readonly backMs: number;
  readonly fails?: { readonly when: "before" | "after"; readonly failure: E };
}

/** The ground of a world. */
export class Ground {
  readonly plan: WorldPlan;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly fleet: MemoryFleet;
  readonly leads = new LeaseTable(LEAD_MS);
  readonly conditions: Conditions = fairConditions();
  readonly targets: TargetStore["Service"];
  readonly games: GameStore["Service"];
  /** Listens of the replicas to the providers. */
  readonly sockets = new Set<ProviderListener>();
  /** The schedule as its source has it, by event. */
  readonly schedule = new Map<string, ScheduledGame>();
  /** When each revision was written, in milliseconds. */
  readonly wroteMs = new Map<number, number>();
  /** The stored games after each write, by its revision. */
  readonly writes = new Map<number, ReadonlyMap<string, ChangedGame>>([[0, new Map()]]);

  constructor(plan: WorldPlan) {
    this.plan = plan;
    this.chance = new Chance(plan.seed);
    this.time = new VirtualTime(plan.startSec * 1000);
    this.fleet = new MemoryFleet({
      time: {
        nowMs: () => this.time.nowMs / SPEED,
        after: (ms, wake) => this.time.after(ms * SPEED, wake),
      },
      keptMax: (channel) => KEPT_MAX[channel],
    });
    [this.targets, this.games] = Effect.runSync(
      Effect.provide(
        Effect.all([TargetStore, GameStore]),
        Layer.merge(layerMemoryTargetStore, layerMemoryGameStore),
      ),
    );
  }

  /** Machine time, in milliseconds. */
  get machineMs(): number {
    return this.time.nowMs / SPEED;
  }

  get nowSec(): number {
    return Math.floor(this.time.nowMs / 1000);
  }

  /**
   * Calls a server. The server works at once when the call arrives, whatever has become of the
   * caller by then.
   */
  call<A, E>(work: Effect.Effect<A, E>, { thereMs, backMs, fails }: Trip<E>, enter: Enter) {
    // An answer within the turn needs no timer, and most calls are of this kind.
    if (thereMs + backMs === 0 && fails === undefined) {
      return Effect.andThen(Effect.yieldNow, work);
    }
    return Effect.callback<A, E>((resume) => {
      this.time.after(thereMs, () => {
        const exit = fails?.when === "before" ? Exit.fail(fails.failure) : Effect.runSyncExit(work);
        const answer = fails === undefined ? exit : Exit.fail(fails.failure);
        this.time.after(backMs, () => enter(() => resume(answer)));
      });
    });
  }
}
