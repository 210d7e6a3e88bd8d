/**
 * The stores of orders and of fills, for a service that tells of every change at once.
 *
 * @module
 */
import { Context, Effect, Layer, Option } from "effect";
import { FillStore } from "../../port/fill_store.ts";
import { OrderStore } from "../../port/order_store.ts";
import type { WalletFrame } from "../../port/wallet_frames.ts";
import { Publisher } from "../live/publisher.ts";

/** Provides the same stores. What they have stored is published by its wallet. */
export const layerToldOrders: Layer.Layer<
  OrderStore | FillStore,
  never,
  OrderStore | FillStore | Publisher
> = Layer.effectContext(Effect.gen(function* () {
  const [orders, fills] = [yield* OrderStore, yield* FillStore];
  const { publishWallet } = yield* Publisher;
  const publish = (walletId: string, told: ReadonlyArray<WalletFrame> = []) =>
    Effect.sync(() => publishWallet(walletId, told));
  return Context.make(OrderStore, {
    ...orders,
    note: (found) =>
      Effect.tap(
        orders.note(found),
        Option.match({ onNone: () => Effect.void, onSome: (walletId) => publish(walletId) }),
      ),
    noteCancel: (found) => Effect.tap(orders.noteCancel(found), publish(found.walletId)),
  }).pipe(Context.add(FillStore, {
    ...fills,
    note: (heard) =>
      Effect.tap(
        fills.note(heard),
        (told) => told.length === 0 ? Effect.void : publish(heard.walletId, told),
      ),
  }));
}));
