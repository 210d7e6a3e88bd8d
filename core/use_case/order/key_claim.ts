/**
 * Keeps an idempotency key for one request among all replicas, until its order is stored or it is
 * certain that none will be.
 *
 * The lock of this replica does not stop another one, which would answer a retry that nothing was
 * placed while this one still prices the order. A request reserves its key as soon as it waits for
 * anything else. One that has all at hand stores its order at once, which takes the key as early.
 *
 * @module
 */
import { Effect, Exit, Fiber, Option } from "effect";
import { OrderStore, type StoredOrder, type StoreFailed } from "../../port/mod.ts";
import { type AccountKey, IdempotencyLock, KeyBusy } from "./idempotency_lock.ts";

/** A request's claim on its idempotency key. */
export interface KeyClaim {
  /** Reserves the key, once. Fails if it is reserved for another request. */
  readonly held: Effect.Effect<void, KeyBusy | StoreFailed>;
  /** Waits for the reservation if it was begun, and returns whether there is one. */
  readonly isReserved: Effect.Effect<boolean, KeyBusy | StoreFailed>;
  /** Finds the order that the key has already. */
  readonly findEarlier: Effect.Effect<Option.Option<StoredOrder>, StoreFailed>;
  /** Ends the reservation. Fails if another request has got the key meanwhile. */
  readonly release: Effect.Effect<void, KeyBusy>;
}

/** The claim of a request without a key: there is nothing to reserve, and no earlier order. */
export const NO_CLAIM: KeyClaim = {
  held: Effect.void,
  isReserved: Effect.succeed(false),
  findEarlier: Effect.succeedNone,
  release: Effect.void,
};

/**
 * How long a retry elsewhere is told to wait for a request whose process has died, at most. Nearly
 * every order is stored long before. A request that takes longer keeps its key unless another one
 * asks for it meanwhile, and sends nothing then: storing an order needs the reservation.
 */
const RESERVED_MS = 5_000;

/**
 * Runs `place` with the claim on a key. Storing the order ends the reservation; `place` releases it
 * before it says that nothing was placed. After any other end, such as an interruption, it is
 * released in the background; the next request of the key at this replica waits for that.
 */
export const withKeyClaim = Effect.fnUntraced(function* <A, E, R>(
  { accountId, key, orderId, findEarlier }: AccountKey & Pick<KeyClaim, "findEarlier"> & {
    /** The id of the order that the request is about to place. */
    readonly orderId: string;
  },
  place: (claim: KeyClaim) => Effect.Effect<A, E, R>,
) {
  const store = yield* OrderStore;
  const lock = yield* IdempotencyLock;
  if (!store.isShared) return yield* place({ ...NO_CLAIM, findEarlier });
  const reservation = { accountId, key, orderId };
  const reserve = store.reserve({ ...reservation, forMs: RESERVED_MS });
  const failUnless = (isOurs: boolean) => isOurs ? Effect.void : new KeyBusy({ key });
  let reserving: Fiber.Fiber<boolean, StoreFailed> | undefined;
  let isReleased = false;
  // Detached: what the store may have done is undone only once it has answered.
  const begun = Effect.uninterruptible(Effect.suspend(() =>
    reserving === undefined
      ? Effect.map(
        Effect.forkDetach(reserve, { startImmediately: true }),
        (fiber) => reserving = fiber,
      )
      : Effect.succeed(reserving)
  ));
  const held = Effect.flatMap(Effect.flatMap(begun, Fiber.join), failUnless);
  const release = Effect.tap(
    store.release(reservation),
    () => Effect.sync(() => isReleased = true),
  );
  const claim: KeyClaim = {
    held,
    isReserved: Effect.suspend(() =>
      reserving === undefined ? Effect.succeed(false) : Effect.as(held, true)
    ),
    findEarlier,
    // If the store does not answer, the reservation ends by itself, later.
    release: Effect.suspend(() => reserving === undefined ? Effect.succeed(true) : release).pipe(
      Effect.orElseSucceed(() => true),
      Effect.flatMap(failUnless),
    ),
  };
  return yield* Effect.onExit(place(claim), (exit) => {
    if (Exit.isSuccess(exit) || isReleased || reserving === undefined) return Effect.void;
    const undo = Effect.ignore(Effect.andThen(Fiber.await(reserving), release));
    return lock.defer(Option.some({ accountId, key }), undo);
  });
});
