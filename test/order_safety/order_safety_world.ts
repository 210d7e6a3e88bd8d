/**
 * A seeded world: one store, one venue, a few replicas that are killed, and many clients.
 *
 * Excludes faults that no service can survive: bytes that arrive, or are not found yet, later than
 * `SENDING_MS_MAX` and `MISSING_MS_MIN` together (20 s) after they were stored; and a second copy
 * of refused bytes once the book has changed.
 *
 * @module
 */
import { Context, Effect, Layer, Option, Scope } from "effect";
import { layerMemoryOrderStore } from "../memory/order_store.ts";
import { makeStagedVenue } from "../memory/order_venue.ts";
import { layerMemoryWalletStore } from "../memory/wallet_store.ts";
import { OrderStore, WalletStore } from "../../core/port/mod.ts";
import { reconcileOrders } from "../../core/use_case/mod.ts";
import { Chance } from "./chance.ts";
import { Mortal } from "./mortal.ts";
import { askToTheEnd, type ClientWorld, insist, placeHere } from "./order_client.ts";
import type { Listening } from "./order_client.ts";
import { OrderHistory } from "./order_history.ts";
import { type Ground, layerReplica } from "./order_replica.ts";
import { makeOrderWire } from "./order_wire.ts";
import { recordedStore } from "./recorded_store.ts";
import { drawOrders } from "./drawn_orders.ts";
import { EVENTS, openMarkets, putBalances, putWallets } from "./staged_ground.ts";
import { VirtualTime } from "./virtual_time.ts";

/** The settings of a world. Rates are percent. */
export interface WorldPlan {
  readonly seed: number;
  readonly replicas: number;
  readonly orders: number;
  readonly kills: number;
  readonly wirePercent: number;
  readonly storePercent: number;
  readonly venuePercent: number;
  readonly lossPercent: number;
  /** How often a replica sees a book without any orders, and others do not. */
  readonly emptyPercent: number;
  /** How often the venue changes its rules. */
  readonly changes: number;
  /** Milliseconds until the UTC day ends. */
  readonly untilMidnightMs: number;
}

/** End of the faults, in milliseconds from the start. */
const TROUBLED_MS = 60_000;
/** Time after the faults within which everything must be final. */
const QUIET_MS_MAX = 600_000;
const MIDNIGHT_MS = 1_767_312_000_000;
/** Until then bytes may still be on their way. */
const STRAY_MS_MAX = 60_000;
/** Probability that a step ends a life, while there are kills left. */
const LAST_STEP_RATE = 0.03;

/** Runs a world to its end. */
export function runOrderWorld(plan: WorldPlan): OrderHistory {
  const time = new VirtualTime(MIDNIGHT_MS - plan.untilMidnightMs);
  return time.run(Effect.scoped(worldOf(plan)));
}

/** The parts that outlive every death. */
const outlasting = Effect.fnUntraced(function* (history: OrderHistory) {
  const layer = Layer.merge(layerMemoryOrderStore, layerMemoryWalletStore);
  const context = yield* Layer.build(layer);
  const store = recordedStore(Context.get(context, OrderStore), history);
  return { store, wallets: Context.get(context, WalletStore) };
});

const worldOf = Effect.fnUntraced(function* (plan: WorldPlan) {
  const chance = new Chance(plan.seed);
  const history = new OrderHistory();
  const hands = { isQuiet: false, version: 2, ids: 0 };
  const rate = (percent: number) => () => hands.isQuiet ? 0 : percent / 100;
  const { store, wallets } = yield* outlasting(history);
  const staged = makeStagedVenue();
  openMarkets(staged.exchange, chance);
  const owners = yield* putWallets(wallets, chance);
  const version = () => hands.version;
  const blindMsMax = chance.pick([0, 0, 3_000]);
  const troubleRate = rate(plan.wirePercent);
  // Drawn separately, like the balances.
  const sight = new Chance(plan.seed + 2);
  const emptyRate = rate(plan.emptyPercent);
  const wire = makeOrderWire({ chance, staged, history, troubleRate, version, blindMsMax });
  const ground: Ground = {
    chance,
    store,
    wallets,
    staged,
    wire,
    events: EVENTS,
    storeTroubleRate: rate(plan.storePercent),
    venueTroubleRate: rate(plan.venuePercent),
    isBookEmpty: () => sight.is(emptyRate()),
    version,
  };

  const replicas = new Set<Listening>();
  const live = Effect.fnUntraced(function* (): Effect.fn.Return<void> {
    const mortal: Mortal = new Mortal(chance, {
      isLast: () => {
        if (hands.isQuiet || history.kills >= plan.kills || !chance.is(LAST_STEP_RATE)) {
          return false;
        }
        history.kills += 1;
        return true;
      },
      onDeath: Effect.gen(function* () {
        for (const replica of replicas) if (replica.mortal === mortal) replicas.delete(replica);
        yield* Effect.sleep(chance.within(50, 8_000));
        yield* live();
      }),
    });
    const context = yield* Layer.buildWithMemoMap(
      layerReplica(mortal, ground),
      // No state passes from one life to another.
      Layer.makeMemoMapUnsafe(),
      Scope.makeUnsafe(),
    );
    yield* Effect.forkDetach(Effect.provideContext(reconcileOrders, context));
    replicas.add({
      mortal,
      place: (question) => Effect.provideContext(placeHere(question), context),
    });
  });

  const clients: ClientWorld = {
    chance,
    history,
    replicas: () => [...replicas],
    lossRate: rate(plan.lossPercent),
    nextId: () => `order-${String(++hands.ids).padStart(6, "0")}`,
  };
  for (let number = 0; number < plan.replicas; number += 1) yield* live();
  for (let number = 0; number < plan.changes; number += 1) {
    const change = Effect.sync(() => void (hands.version += 1));
    yield* Effect.forkDetach(Effect.delay(change, chance.within(0, TROUBLED_MS)));
  }
  const asked = Array.from(
    { length: plan.orders },
    (_, at) => drawOrders({ key: `key-${at}`, owner: chance.pick(owners) }, chance),
  ).flat();
  // Drawn separately, so that the worlds in earlier findings stay the same.
  const apart = new Chance(plan.seed + 1);
  putBalances(staged.exchange, { owners, orders: asked, chance: apart });
  history.waiting = asked.length;
  for (const order of asked) {
    const done = Effect.sync(() => void (history.waiting -= 1));
    yield* Effect.forkDetach(Effect.andThen(insist(clients, order), done));
  }
  yield* Effect.sleep(TROUBLED_MS);
  hands.isQuiet = true;
  for (let waitedMs = 0; waitedMs < QUIET_MS_MAX; waitedMs += 10_000) {
    yield* Effect.sleep(10_000);
    if (waitedMs >= STRAY_MS_MAX && history.waiting === 0 && history.isAllFinal) break;
  }
  for (const order of asked) {
    if (order.key === undefined) continue;
    const answer = yield* Effect.timeoutOption(askToTheEnd(clients, order), QUIET_MS_MAX);
    history.lastAnswers.push(
      ...Option.toArray(answer).filter((answered) => answered !== undefined),
    );
  }
  // An answer does not wait for its record.
  yield* Effect.sleep(STRAY_MS_MAX);
  history.notFinal = yield* store.takeDue({
    nowMs: 0,
    untilMs: 0,
    limit: Number.MAX_SAFE_INTEGER,
    all: true,
  });
  history.receivedOrders = staged.exchange.receivedOrders;
  return history;
});
