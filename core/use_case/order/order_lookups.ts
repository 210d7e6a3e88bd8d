/**
 * The lookups of orders at the venue that run in this replica. Several parts of it may want to know
 * the same at once: who has canceled an order, who has heard of that, and who asks what became of
 * it.
 *
 * @module
 */
import { Context, Deferred, Effect, Exit, Layer } from "effect";
import type { StoredOrder } from "../../port/order_store.ts";
import type { OrderCallFailure } from "../../port/order_venue.ts";
import type { SecretFailure } from "../../port/secret_box.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import type { WalletForbidden, WalletNotReady } from "./trading_wallet.ts";

/** Why it is not known what became of an order. */
export type LookupFailure =
  | WalletForbidden
  | WalletNotReady
  | SecretFailure
  | StoreFailed
  | OrderCallFailure;

/** Has every order looked up once at a time. */
export class OrderLookups extends Context.Service<OrderLookups, {
  /**
   * Returns an order as `lookUp` finds it, or as another one does that begins after this call. One
   * that has begun before counts only where it finds the order in its final state.
   */
  readonly share: <R>(
    orderId: string,
    lookUp: Effect.Effect<StoredOrder, LookupFailure, R>,
  ) => Effect.Effect<StoredOrder, LookupFailure, R>;
}>()("core/use_case/OrderLookups") {}

/** What a lookup has found, once it has ended. */
type Running = Deferred.Deferred<Exit.Exit<StoredOrder, LookupFailure>>;

/** The lookups of this replica. */
export const layerOrderLookups: Layer.Layer<OrderLookups> = Layer.sync(OrderLookups, () => {
  const running = new Map<string, Running>();
  const begin = <R>(orderId: string, lookUp: Effect.Effect<StoredOrder, LookupFailure, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const found: Running = Deferred.makeUnsafe();
        running.set(orderId, found);
        return found;
      }),
      () => lookUp,
      (found, exit) => {
        running.delete(orderId);
        return Deferred.succeed(found, exit);
      },
    );
  return OrderLookups.of({
    share: Effect.fnUntraced(function* (orderId, lookUp) {
      const before = running.get(orderId);
      if (before !== undefined) {
        const exit = yield* Deferred.await(before);
        if (Exit.isSuccess(exit) && exit.value.state.name === "final") return exit.value;
      }
      for (;;) {
        const later = running.get(orderId);
        if (later === undefined) return yield* begin(orderId, lookUp);
        const exit = yield* Deferred.await(later);
        // Its caller may have hung up.
        if (!Exit.hasInterrupts(exit)) return yield* exit;
      }
    }),
  });
});
