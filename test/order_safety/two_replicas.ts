/**
 * Two replicas of the order entry on one store, either in memory or a PostgreSQL server.
 *
 * @module
 */
import { Context, Deferred, Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../adapters/postgres/account_store.ts";
import { layerMigrated } from "../../adapters/postgres/migrate.ts";
import { layerOrderStore } from "../../adapters/postgres/order_store.ts";
import { Sql } from "../../adapters/postgres/sql.ts";
import { StoreUnavailable } from "../../adapters/postgres/store_unavailable.ts";
import { layerWalletStore } from "../../adapters/postgres/wallet_store.ts";
import { AccountStore, OrderStore, OrderVenue, WalletStore } from "../../core/port/mod.ts";
import { layerIdempotencyLock, layerTradedMarkets, placeOrder } from "../../core/use_case/mod.ts";
import { layerFreshSchema, layerOtherPool, serverSkip } from "../adapters/postgres/fresh_schema.ts";
import { newAccount } from "../contract/account_store_contract.ts";
import { orderCommand } from "../http/order/order_command.ts";
import { addWallet, makeOrderWorld } from "../http/order/order_world.ts";
import { layerMemoryAccountStore } from "../memory/account_store.ts";
import { layerMemoryOrderStore } from "../memory/order_store.ts";
import { layerMemoryWalletStore } from "../memory/wallet_store.ts";

/** The order store as the second replica has it. */
export class OtherOrderStore extends Context.Service<OtherOrderStore, OrderStore["Service"]>()(
  "test/OtherOrderStore",
) {}

/** What both replicas stand on. */
export type SharedStores = OrderStore | OtherOrderStore | WalletStore | AccountStore;

/** A store that replicas share. `skip`: why it cannot be used here. */
export interface SharedStore {
  readonly name: string;
  readonly layer: Layer.Layer<SharedStores, unknown>;
  readonly skip?: string;
}

const layerOther = Layer.effect(OtherOrderStore, OrderStore);
const ofServer = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
const migrated = layerMigrated(
  Layer.catch(
    layerFreshSchema(),
    (cause) => Layer.effect(Sql, Effect.fail(new StoreUnavailable({ detail: "no server", cause }))),
  ),
);

/** Each kind of them. */
export const SHARED_STORES: ReadonlyArray<SharedStore> = [
  {
    name: "memory",
    layer: Layer.provideMerge(
      layerOther,
      Layer.mergeAll(layerMemoryOrderStore, layerMemoryWalletStore, layerMemoryAccountStore),
    ),
  },
  {
    name: "PostgreSQL server",
    layer: Layer.mergeAll(
      ofServer,
      layerOther.pipe(Layer.provide(Layer.fresh(layerOrderStore)), Layer.provide(layerOtherPool)),
    ).pipe(Layer.provide(migrated)),
    ...serverSkip,
  },
];

/** The token of a book that has no orders. */
const EMPTY_TOKEN = "41";

/**
 * Returns the same request to either replica. `placeAtA`: with the id `idAtA`, gets no book before
 * `mayPrice`. `placeAtB`: finds the book empty while `isBookEmpty.now`.
 */
export const stageReplicas = Effect.gen(function* () {
  const world = makeOrderWorld();
  const wallets = yield* WalletStore;
  const [a, b] = [yield* OrderStore, yield* OtherOrderStore];
  const { id: accountId } = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
  const context = yield* Layer.build(world.layer);
  const { id: walletId } = yield* addWallet(accountId).pipe(
    Effect.provideService(WalletStore, wallets),
    Effect.provideContext(Context.omit(WalletStore)(context)),
  );
  const venue = Context.get(context, OrderVenue);
  const [key, idAtA] = [crypto.randomUUID(), Bun.randomUUIDv7()];
  const isBookEmpty = { now: true };
  const gates = yield* Effect.all({
    mayPrice: Deferred.make<void>(),
    isPricing: Deferred.make<void>(),
    isReserved: Deferred.make<void>(),
    isReleased: Deferred.make<void>(),
  });
  const open = (gate: keyof typeof gates) => Deferred.succeed(gates[gate], undefined);

  const storeOfA = OrderStore.of({
    ...a,
    reserve: (wanted) => Effect.tap(a.reserve(wanted), () => open("isReserved")),
    release: (held) => Effect.tap(a.release(held), () => open("isReleased")),
  });
  const venueOfA = OrderVenue.of({
    ...venue,
    book: (tokenId) =>
      open("isPricing").pipe(
        Effect.andThen(Deferred.await(gates.mayPrice)),
        Effect.andThen(venue.book(tokenId)),
      ),
  });
  const venueOfB = OrderVenue.of({
    ...venue,
    book: (tokenId) => Effect.suspend(() => venue.book(isBookEmpty.now ? EMPTY_TOKEN : tokenId)),
  });

  const place = (
    { id, store, venue }: {
      readonly id: string;
      readonly store: OrderStore["Service"];
      readonly venue: OrderVenue["Service"];
    },
  ) =>
    placeOrder(orderCommand(walletId, {
      id,
      accountId,
      idempotency: Option.some({ key, requestSha256: "s" }),
    })).pipe(
      // Each has its own traded markets and keys in use.
      Effect.provide(Layer.fresh(Layer.merge(layerTradedMarkets, layerIdempotencyLock))),
      Effect.provideService(OrderStore, store),
      Effect.provideService(OrderVenue, venue),
      Effect.provideService(WalletStore, wallets),
      Effect.provideContext(context),
    );
  const newId = () => Bun.randomUUIDv7();
  return {
    a,
    b,
    reservationOfA: { accountId, key, orderId: idAtA },
    exchange: world.exchange,
    isBookEmpty,
    placeAtA: place({ id: idAtA, store: storeOfA, venue: venueOfA }),
    placeAtB: Effect.suspend(() => place({ id: newId(), store: b, venue: venueOfB })),
    mayPrice: open("mayPrice"),
    isUnderWay: Effect.andThen(Deferred.await(gates.isPricing), Deferred.await(gates.isReserved)),
    isReleased: Deferred.await(gates.isReleased),
  };
});
