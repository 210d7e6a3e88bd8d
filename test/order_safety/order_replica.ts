/**
 * The service's order entry, over ports that die with it.
 *
 * @module
 */
import { Clock, Effect, Layer, Logger, Option } from "effect";
import { layerStagedCatalog } from "../memory/event_catalog.ts";
import { layerJobWatch } from "../../adapters/process/job_watch.ts";
import { layerOrderGate } from "../../adapters/process/order_gate.ts";
import type { Book } from "../../core/order/mod.ts";
import type { StagedVenue } from "../memory/order_venue.ts";
import {
  OrderStore,
  OrderVenue,
  ProviderFailed,
  StoreFailed,
  WalletStore,
} from "../../core/port/mod.ts";
import { layerIdempotencyLock, layerTradedMarkets, MachineTime } from "../../core/use_case/mod.ts";
import type { VenueEvent } from "../../core/venue/mod.ts";
import { layerApprovalCalls } from "../contract/staged_rights.ts";
import type { Chance } from "./chance.ts";
import type { Mortal, Trip } from "./mortal.ts";
import type { OrderWire } from "./order_wire.ts";
import { layerPlainBox } from "./plain_box.ts";

/** The shared parts of every life of the service, which outlive it. */
export interface Ground {
  readonly chance: Chance;
  readonly store: OrderStore["Service"];
  readonly wallets: WalletStore["Service"];
  readonly staged: StagedVenue;
  readonly wire: OrderWire;
  readonly events: ReadonlyArray<VenueEvent>;
  /** Share of calls that fail or are slow, from 0 to 1. */
  readonly storeTroubleRate: () => number;
  readonly venueTroubleRate: () => number;
  /** Draws whether a replica sees a book without any orders. */
  readonly isBookEmpty: () => boolean;
  /** The venue's rules for accepting orders. */
  readonly version: () => number;
}

/** Longest delay of a store call. */
const STALL_MS_MAX = 40_000;
const CAUSE = new Error("drawn");

/** Makes the ports of one life, and its own caches. */
export function layerReplica(mortal: Mortal, ground: Ground) {
  const ports = Layer.mergeAll(
    Layer.succeed(OrderStore, mortalStore(mortal, ground)),
    Layer.succeed(OrderVenue, mortalVenue(mortal, ground)),
    Layer.succeed(WalletStore, {
      ...ground.wallets,
      find: (id) => mortal.through(ground.wallets.find(id), storeTrip(ground, "find a wallet")),
    }),
    Layer.succeed(MachineTime, {
      nowMs: Effect.andThen(mortal.alive, Clock.currentTimeMillis),
      sleep: (ms) => Effect.andThen(Effect.sleep(ms), mortal.alive),
    }),
    layerStagedCatalog(ground.events),
    layerApprovalCalls,
    layerOrderGate,
    layerJobWatch,
    layerPlainBox,
    // Failures here are intended.
    Logger.layer([]),
  );
  return Layer.provideMerge(Layer.merge(layerTradedMarkets, layerIdempotencyLock), ports);
}

function mortalStore(mortal: Mortal, ground: Ground): OrderStore["Service"] {
  const { store } = ground;
  const trip = (operation: string) => storeTrip(ground, operation);
  return {
    isShared: store.isShared,
    reserve: (wanted) => mortal.through(store.reserve(wanted), trip("reserve a key")),
    release: (held) => mortal.through(store.release(held), trip("release a key")),
    add: (order) => mortal.through(store.add(order), trip("store an order")),
    ofKey: (question) => mortal.through(store.ofKey(question), trip("find a key")),
    replace: (change) => mortal.through(store.replace(change), trip("replace an order")),
    find: (id) => mortal.through(store.find(id), trip("find an order")),
    note: (found) => mortal.through(store.note(found), trip("note an order")),
    takeDue: (question) => mortal.through(store.takeDue(question), trip("take orders")),
    list: (listing) => mortal.through(store.list(listing), trip("list orders")),
    spentE6: (query) => mortal.through(store.spentE6(query), trip("sum up orders")),
    forgetKeys: (beforeMs) => mortal.through(store.forgetKeys(beforeMs), trip("forget keys")),
  };
}

function mortalVenue(mortal: Mortal, ground: Ground): OrderVenue["Service"] {
  const { staged: { venue }, wire } = ground;
  let version = ground.version();
  const learn = Effect.sync(() => void (version = ground.version()));
  const trip = (wanted: string) => venueTrip(ground, wanted);
  const seen = (book: Book) => ground.isBookEmpty() ? { ...book, bids: [], asks: [] } : book;
  return {
    ...venue,
    terms: (id) => mortal.through(venue.terms(id), trip("terms")),
    book: (id) => mortal.through(Effect.map(venue.book(id), seen), trip("a book")),
    prepare: (draft) =>
      Effect.map(
        venue.prepare(draft),
        (order) => ({ ...order, exchange: { ...order.exchange, version } }),
      ),
    balanceE6: (question) => mortal.through(venue.balanceE6(question), trip("a balance")),
    sharesE6: (question) => mortal.through(venue.sharesE6(question), trip("shares")),
    forgetRules: Effect.suspend(() => mortal.through(learn, STRAIGHT)),
    send: (signed, holder) => mortal.through(wire.send(signed, holder), STRAIGHT),
    lookUp: ({ orderId, holder }) => mortal.through(wire.status(orderId, holder), trip("an order")),
  };
}

/** The wire decides the faults of orders. */
const STRAIGHT: Trip<never> = { thereMs: 0, backMs: 0, fails: Option.none() };

function storeTrip({ chance, storeTroubleRate }: Ground, operation: string): Trip<StoreFailed> {
  const isTroubled = chance.is(storeTroubleRate());
  if (!isTroubled) return quickTrip(chance);
  if (chance.is(0.5)) {
    const stallMs = chance.within(500, chance.is(0.4) ? 3_000 : STALL_MS_MAX);
    const thereMs = chance.is(0.5) ? stallMs : 0;
    return { thereMs, backMs: stallMs - thereMs, fails: Option.none() };
  }
  const when = chance.is(0.5) ? "before" : "after";
  const failure = new StoreFailed({ operation, cause: CAUSE });
  return { ...quickTrip(chance), fails: Option.some({ when, failure }) };
}

function venueTrip({ chance, venueTroubleRate }: Ground, wanted: string): Trip<ProviderFailed> {
  const isTroubled = chance.is(venueTroubleRate());
  if (!isTroubled) return { ...quickTrip(chance), backMs: chance.within(5, 150) };
  if (chance.is(0.6)) {
    return {
      thereMs: chance.within(0, 2_000),
      backMs: chance.within(0, 8_000),
      fails: Option.none(),
    };
  }
  const failure = new ProviderFailed({
    provider: "venue orders",
    reason: "unreachable",
    wanted,
    cause: CAUSE,
  });
  return { ...quickTrip(chance), fails: Option.some({ when: "before", failure }) };
}

function quickTrip(chance: Chance): Trip<never> {
  return { thereMs: chance.within(0, 4), backMs: chance.within(0, 4), fails: Option.none() };
}
