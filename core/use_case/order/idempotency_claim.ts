/**
 * The claim of one request on its idempotency key, among all replicas.
 *
 * The key belongs to the order that is stored with it. Until then, a request that waits for
 * anything reserves its key in the store: another replica would else answer a retry that nothing
 * was placed, while this one still prices the order. A request that has all at hand stores its
 * order at once, which takes the key as early.
 *
 * @module
 */
import { Clock, Data, Effect, Fiber, Option, Schema } from "effect";
import type { LimitPassed } from "../../order/mod.ts";
import type {
  IdempotencyReservation,
  NewOrder,
  OrderStore,
  Stored,
  StoredOrder,
} from "../../port/order_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";

/** Another request with this idempotency key is in progress. */
export class IdempotencyKeyBusy extends Schema.TaggedError<IdempotencyKeyBusy>()(
  "IdempotencyKeyBusy",
  { idempotencyKey: Schema.String },
) {
  override get message(): string {
    return `A request with the Idempotency-Key "${this.idempotencyKey}" is in progress`;
  }
}

/** The key has an order already, so that nothing needs to be placed. */
export class IdempotencyKeyTaken extends Data.TaggedError("IdempotencyKeyTaken")<{
  readonly existing: StoredOrder;
}> {}

/** How a new order comes by the key of its request. */
export interface IdempotencyClaim {
  /**
   * Runs `needed`, which the order depends on. Few keys have an order already, and storing an order
   * detects those anyway, so the store is asked only while `needed` has to wait.
   */
  readonly meanwhile: <A, E, R>(
    needed: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | IdempotencyKeyTaken | IdempotencyKeyBusy | StoreFailed, R>;

  /** Waits for the reservation of the key, if {@linkcode meanwhile} has begun one. */
  readonly reserved: Effect.Effect<void, IdempotencyKeyBusy | StoreFailed>;

  /**
   * Stores the order, which takes the key and ends the reservation. Returns how many of the shares
   * that it sells are not settled, times 10^6.
   */
  readonly add: (
    order: Omit<NewOrder, "isReserved">,
  ) => Effect.Effect<bigint, IdempotencyKeyTaken | IdempotencyKeyBusy | LimitPassed | StoreFailed>;
}

/**
 * How long a retry elsewhere is told to wait for a request whose process has died, at most. Nearly
 * every order is stored long before. A request that takes longer keeps its key unless another one
 * asks for it meanwhile, and sends nothing then: storing an order needs the reservation.
 */
const RESERVED_MS = 5_000;

/** The claim of a request with a key, and what becomes of it where no order is stored. */
export type ReservingClaim = ReturnType<typeof makeReservingClaim>;

/** Makes the claim of a request. In a store of one process, nothing needs to be reserved. */
export function makeReservingClaim(store: OrderStore["Service"], asked: IdempotencyReservation) {
  let reserving: Fiber.Fiber<boolean, StoreFailed> | undefined;
  const busyUnless = (isOurs: boolean) => isOurs ? Effect.void : new IdempotencyKeyBusy(asked);
  const reserve = Effect.map(
    // Detached: what the store may have done is undone only once it has answered.
    Effect.forkDetach(store.reserve({ ...asked, forMs: RESERVED_MS }), { startImmediately: true }),
    (fiber) => reserving = fiber,
  );
  const begun = Effect.suspend(() => reserving === undefined ? reserve : Effect.succeed(reserving));
  /** Reserves the key, once. Fails if it is reserved for another request. */
  const held = !store.isShared ? Effect.void : Effect.uninterruptible(begun).pipe(
    Effect.flatMap(Fiber.join),
    Effect.flatMap(busyUnless),
  );
  /** Finds the order of another request. Its own was not sent, even where it is stored. */
  const findOther = Clock.currentTimeMillis.pipe(
    Effect.flatMap((atMs) => store.ofIdempotencyKey({ ...asked, atMs })),
    Effect.map(Option.filter(({ id }) => id !== asked.orderId)),
  );
  const ended = Effect.tap(store.release(asked), () => Effect.sync(() => reserving = undefined));
  const claim: IdempotencyClaim = {
    meanwhile: Effect.fnUntraced(function* (needed) {
      const running = yield* Effect.forkChild(needed, { startImmediately: true });
      if (running.pollUnsafe() === undefined) {
        const [found] = yield* Effect.all([findOther, held], { concurrency: "unbounded" });
        if (Option.isSome(found)) {
          yield* Fiber.interrupt(running);
          return yield* new IdempotencyKeyTaken({ existing: found.value });
        }
      }
      return yield* Fiber.join(running);
    }),
    reserved: Effect.suspend(() => reserving === undefined ? Effect.void : held),
    add: (order) =>
      Effect.flatMap(
        Effect.suspend(() => store.add({ ...order, isReserved: reserving !== undefined })),
        (stored) => failUnlessStored(stored, new IdempotencyKeyBusy(asked)),
      ),
  };
  return {
    ...claim,
    asked,
    held,
    findOther,
    /**
     * Ends the reservation. Fails if another request has got the key meanwhile. If the store does
     * not answer, it ends by itself, later.
     */
    release: Effect.suspend(() => reserving === undefined ? Effect.succeed(true) : ended).pipe(
      Effect.orElseSucceed(() => true),
      Effect.flatMap(busyUnless),
    ),
    /** Returns what ends a reservation that may be left, once the store has answered. */
    undo: () => reserving && Effect.ignore(Effect.andThen(Fiber.await(reserving), ended)),
  };
}

/** The claim of a request without a key: nothing is reserved, and no order is in its way. */
export function makeFreeClaim(store: OrderStore["Service"]): IdempotencyClaim {
  return {
    meanwhile: (needed) => needed,
    reserved: Effect.void,
    add: (order) =>
      Effect.flatMap(
        store.add({ ...order, isReserved: false }),
        (stored) => failUnlessStored(stored, Effect.die("nothing was reserved")),
      ),
  };
}

/** `lost`: for an order whose reservation is no more. */
const failUnlessStored = Effect.fnUntraced(function* (
  stored: Stored,
  lost: Effect.Effect<never, IdempotencyKeyBusy>,
) {
  switch (stored.kind) {
    case "stored":
      return stored.unsettledE6;
    case "duplicate":
      return yield* new IdempotencyKeyTaken(stored);
    case "limited":
      return yield* stored.limit;
    case "unreserved":
      return yield* lost;
  }
});
