/**
 * What all replicas of a history stand on: time, stores, providers, the venue, and the schedule.
 *
 * @module
 */
import { Clock, Context, Effect, Exit, Layer } from "effect";
import type { ScheduledGame } from "../../../core/game/mod.ts";
import type { Asset, Provider } from "../../../core/market/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { ChainStore } from "../../../core/port/chain_store.ts";
import { type ChangedGame, GameStore } from "../../../core/port/game_store.ts";
import { FillStore } from "../../../core/port/fill_store.ts";
import { GuardStore } from "../../../core/port/guard_store.ts";
import { LedgerStore } from "../../../core/port/ledger_store.ts";
import { OrderStore, type StoredOrder } from "../../../core/port/order_store.ts";
import { TargetStore } from "../../../core/port/target_store.ts";
import { WalletFrames } from "../../../core/port/wallet_frames.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { WebhookStore } from "../../../core/port/webhook_store.ts";
import { layerMemoryAccountStore } from "../../memory/account_store.ts";
import { layerMemoryChainStore } from "../../memory/chain_store.ts";
import { MemoryFleet } from "../../memory/fleet.ts";
import { layerMemoryGameStore } from "../../memory/game_store.ts";
import { layerMemoryGuardStore } from "../../memory/guard_store.ts";
import { layerMemoryWebhookStore } from "../../memory/webhook_store.ts";
import { LeaseTable } from "../../memory/lease_table.ts";
import { layerMemoryLedgerStore } from "../../memory/ledger_store.ts";
import { layerMemoryOrderStore } from "../../memory/order_store.ts";
import { makeStagedVenue } from "../../memory/order_venue.ts";
import { layerMemoryTargetStore } from "../../memory/target_store.ts";
import { layerMemoryWalletStore } from "../../memory/wallet_store.ts";
import { Chance } from "../../stage/chance.ts";
import { type Enter, VirtualTime } from "../../stage/virtual_time.ts";
import { Conditions } from "./conditions.ts";
import { MakerVenue } from "./maker_venue.ts";
import { Traffic } from "./traffic.ts";

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
  /** Whether replicas do nothing but trade, so that histories of orders take a tenth. */
  readonly isOfOrders: boolean;
  /** How many times faster the service's clock runs than the machine's; default: as usual. */
  readonly speed?: number;
}

/** How many times faster the service's clock usually runs than the machine's. */
export const SPEED = 30;
/** What a channel keeps: little, so that a replica that is away misses some. */
const KEPT_MAX = {
  prices: 40,
  trades: 3,
  targets: 3,
  closes: 3,
  games: 2,
  outcomes: 2,
  quotes: 2,
  legs: 2,
  wallets: 3,
} as const;
/** Who leads the jobs of games is decided in the store, by a lease of this length. */
export const LEAD_MS = 3_000;

/** How long a call takes to its server and back, and what goes wrong. Service milliseconds. */
export interface Trip<E> {
  readonly thereMs: number;
  readonly backMs: number;
  readonly fails?: { readonly when: "before" | "after"; readonly failure: E } | undefined;
}

/** A process that makes calls. */
export interface Caller {
  /** Its life's name. */
  readonly name: string;
  readonly enter: Enter;
  /** Whether the next call leaves it: it may die before, or with it. */
  readonly departs: () => boolean;
}

const layerStores = Layer.provideMerge(
  layerMemoryChainStore,
  Layer.mergeAll(
    layerMemoryTargetStore,
    layerMemoryGameStore,
    layerMemoryWalletStore,
    layerMemoryAccountStore,
    layerMemoryGuardStore,
    layerMemoryLedgerStore,
    Layer.provideMerge(layerMemoryOrderStore, layerMemoryWebhookStore),
  ),
);

/** The ground of a history. */
export class Ground {
  readonly plan: WorldPlan;
  readonly speed: number;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly fleet: MemoryFleet;
  readonly leads = new LeaseTable(LEAD_MS);
  readonly conditions = new Conditions();
  readonly targets: TargetStore["Service"];
  readonly games: GameStore["Service"];
  readonly orders: OrderStore["Service"];
  readonly fills: FillStore["Service"];
  readonly frames: WalletFrames["Service"];
  readonly guards: GuardStore["Service"];
  readonly webhooks: WebhookStore["Service"];
  readonly wallets: WalletStore["Service"];
  readonly accounts: AccountStore["Service"];
  readonly chain: ChainStore["Service"];
  readonly ledgers: LedgerStore["Service"];
  readonly venue = makeStagedVenue();
  /** The stored bytes of orders, by their order ids. */
  readonly orderBytes = new Map<string, string>();
  /** Of the venue's rules for orders. */
  rules = 2;
  /** When the venue had each order first. */
  readonly arrivedMs = new Map<string, number>();
  /** How many orders are late on their way, or not decided. */
  underWay = 0;
  /** The makers' orders at the venue. */
  readonly makers = new MakerVenue(this);
  readonly traffic: Traffic;
  /** Listens of the replicas to the providers. */
  readonly sockets = new Set<ProviderListener>();
  /** The schedule as its source has it, by event. */
  readonly schedule = new Map<string, ScheduledGame>();
  readonly #clock: Clock.Clock;
  /** When each revision was written, in milliseconds. */
  readonly wroteMs = new Map<number, number>();
  /** The stored games after each write, by its revision. */
  readonly writes = new Map<number, ReadonlyMap<string, ChangedGame>>([[0, new Map()]]);

  constructor(plan: WorldPlan) {
    this.plan = plan;
    this.speed = plan.speed ?? SPEED;
    this.traffic = new Traffic(this.speed);
    this.chance = new Chance(plan.seed);
    this.time = new VirtualTime(plan.startSec * 1000);
    this.#clock = this.time.clock((work) => work(), this.speed);
    this.fleet = new MemoryFleet({
      time: { nowMs: () => this.machineMs, after: (ms, wake) => this.after(ms, wake) },
      keptMax: (channel) => KEPT_MAX[channel],
    });
    const stores = Effect.runSync(Effect.scoped(Layer.build(layerStores)));
    this.targets = Context.get(stores, TargetStore);
    this.games = Context.get(stores, GameStore);
    this.orders = this.#noting(Context.get(stores, OrderStore));
    this.fills = Context.get(stores, FillStore);
    this.frames = Context.get(stores, WalletFrames);
    this.guards = Context.get(stores, GuardStore);
    this.webhooks = Context.get(stores, WebhookStore);
    this.wallets = Context.get(stores, WalletStore);
    this.accounts = Context.get(stores, AccountStore);
    this.chain = Context.get(stores, ChainStore);
    this.ledgers = Context.get(stores, LedgerStore);
  }

  /** Machine time, in milliseconds. */
  get machineMs(): number {
    return this.time.nowMs / this.speed;
  }

  get nowSec(): number {
    return Math.floor(this.time.nowMs / 1000);
  }

  /** Calls `wake` after so much machine time. */
  after(ms: number, wake: () => void): () => void {
    return this.time.after(ms * this.speed, wake);
  }

  /** What a server does at once, by the machine's clock. */
  serve<A, E>(work: Effect.Effect<A, E>): Exit.Exit<A, E> {
    return Effect.runSyncExit(Effect.provideService(work, Clock.Clock, this.#clock));
  }

  /**
   * Calls a server. The server works at once when the call arrives, whatever has become of the
   * caller by then.
   */
  call<A, E>(work: Effect.Effect<A, E>, { thereMs, backMs, fails }: Trip<E>, caller: Caller) {
    return Effect.suspend(() => {
      if (!caller.departs()) return Effect.never;
      // An answer within the turn needs no timer, and most calls are of this kind.
      if (thereMs + backMs === 0 && fails === undefined) {
        return Effect.andThen(Effect.yieldNow, Effect.suspend(() => this.serve(work)));
      }
      return Effect.callback<A, E>((resume) => {
        this.time.after(thereMs, () => {
          const exit = fails?.when === "before" ? Exit.fail(fails.failure) : this.serve(work);
          const answer = fails === undefined ? exit : Exit.fail(fails.failure);
          this.time.after(backMs, () => caller.enter(() => resume(answer)));
        });
      });
    });
  }

  #noting(orders: OrderStore["Service"]): OrderStore["Service"] {
    const note = ({ state: { orderId }, body }: Pick<StoredOrder, "state" | "body">) =>
      void this.orderBytes.set(orderId, body);
    return {
      ...orders,
      add: (added) =>
        Effect.map(orders.add(added), (stored) => {
          if (stored.kind === "stored") note(added.order);
          return stored;
        }),
      replace: (change) =>
        Effect.map(orders.replace(change), (isReplaced) => {
          if (isReplaced) note(change.to);
          return isReplaced;
        }),
    };
  }
}
