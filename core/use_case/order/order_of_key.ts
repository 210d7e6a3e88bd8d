/**
 * Finds the order that an idempotency key belongs to, or makes sure that there is none.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { OrderStore } from "../../port/mod.ts";
import { type AccountKey, IdempotencyLock } from "./idempotency_lock.ts";
import { withKeyClaim } from "./key_claim.ts";

/**
 * Returns the account's order that has the key. None is certain: a request with the key that is in
 * progress, here or on another replica, is a `KeyBusy`. `orderId`: a new id, which claims the key
 * for the moment.
 */
export const orderOfKey = Effect.fn("orderOfKey")(function* (
  { accountId, key, orderId }: AccountKey & { readonly orderId: string },
) {
  const store = yield* OrderStore;
  const findEarlier = Effect.flatMap(
    Clock.currentTimeMillis,
    (atMs) => store.ofKey({ accountId, key, atMs }),
  );
  const look = withKeyClaim(
    { accountId, key, orderId, findEarlier },
    (claim) => Effect.andThen(claim.held, Effect.tap(claim.findEarlier, () => claim.release)),
  );
  return yield* (yield* IdempotencyLock).withKey({ accountId, key }, look);
});
