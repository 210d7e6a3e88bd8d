/**
 * Idempotency: the requests with one idempotency key place one order, whichever replica they reach
 * and whatever dies, and each of them is answered with that order.
 *
 * At one replica the requests of a key run one at a time; among replicas, `idempotency_claim.ts`
 * keeps the key for one of them. No request is told that nothing was placed before it is certain
 * that no order has its key.
 *
 * @module
 */
import { Context, Data, Effect, Exit, Fiber, Layer, Option, Result, Schema } from "effect";
import {
  type IdempotencyKey,
  type IdempotencyReservation,
  OrderStore,
  type StoredOrder,
} from "../../port/order_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import {
  type IdempotencyClaim,
  IdempotencyKeyBusy,
  IdempotencyKeyTaken,
  makeFreeClaim,
  makeReservingClaim,
  type ReservingClaim,
} from "./idempotency_claim.ts";

/** The store did not confirm the order in time, so it was not sent and will not be. */
export class OrderNotStored extends Schema.TaggedError<OrderNotStored>()("OrderNotStored", {
  orderId: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `Cannot place the order ${this.orderId}: storing it gave no answer in time, so it was ` +
      "not sent";
  }
}

/** The idempotency keys in use in this replica. */
export class Idempotency extends Context.Service<Idempotency, {
  /**
   * Runs `work` once the work deferred for its key is done. Fails with
   * {@linkcode IdempotencyKeyBusy} while other work of the key runs.
   */
  readonly oneAtATime: <A, E, R>(
    idempotencyKey: IdempotencyKey,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | IdempotencyKeyBusy, R>;

  /**
   * Runs `work` in the background, after the work deferred for its key before. Only the next
   * request of the key waits for it.
   */
  readonly defer: <R>(
    idempotencyKey: Option.Option<IdempotencyKey>,
    work: Effect.Effect<void, never, R>,
  ) => Effect.Effect<void, never, R>;

  /** Waits for all work that is deferred now, so that what it stores can be read. */
  readonly awaitDeferred: Effect.Effect<void>;
}>()("core/use_case/Idempotency") {}

/** An order, and whether it was placed by an earlier request with the same key. */
export interface PlacedOrder {
  readonly order: StoredOrder;
  readonly isReplayed: boolean;
}

/**
 * Runs `place` once for all requests with a key, and `replay` with its order for the others.
 *
 * `place` fails with {@linkcode OrderNotStored} where its order may be stored, though it was not
 * sent. Any other failure means that it has stored nothing, and is returned once it is certain that
 * no other request has. `asked`: the key, and the id of the order to place; without a key, every
 * request places its own.
 */
export const placeOnce = Effect.fnUntraced(
  function* <Asked extends IdempotencyReservation, E, R, E2, R2>(
    asked: Option.Option<Asked>,
    { place, replay }: {
      readonly place: (claim: IdempotencyClaim) => Effect.Effect<StoredOrder, E, R>;
      readonly replay: (existing: StoredOrder, asked: Asked) => Effect.Effect<StoredOrder, E2, R2>;
    },
  ) {
    const store = yield* OrderStore;
    const placed = Effect.map(
      Option.match(asked, {
        onNone: () => place(makeFreeClaim(store)),
        onSome: (asked) => placeClaimed(makeReservingClaim(store, asked), place),
      }),
      (order): PlacedOrder => ({ order, isReplayed: false }),
    );
    if (Option.isNone(asked)) return yield* Effect.catchIf(placed, isTaken, Effect.die);
    const answered = Effect.catchIf(placed, isTaken, ({ existing }) =>
      Effect.map(
        replay(existing, asked.value),
        (order): PlacedOrder => ({ order, isReplayed: true }),
      ));
    return yield* (yield* Idempotency).oneAtATime(asked.value, answered);
  },
);

function isTaken(failure: unknown): failure is IdempotencyKeyTaken {
  return failure instanceof IdempotencyKeyTaken;
}

/** Places with a claim, and gives the claim up where nothing was placed. */
const placeClaimed = Effect.fnUntraced(function* <E, R>(
  claim: ReservingClaim,
  place: (claim: IdempotencyClaim) => Effect.Effect<StoredOrder, E, R>,
) {
  const { defer } = yield* Idempotency;
  const placed = Effect.catch(
    place(claim),
    Effect.fnUntraced(function* (failure) {
      if (isTaken(failure)) yield* Effect.ignore(claim.release);
      if (isTaken(failure) || failure instanceof IdempotencyKeyBusy) {
        return yield* Effect.fail(failure);
      }
      const [other, released] = yield* failure instanceof OrderNotStored
        ? Effect.all([
          Effect.orElseSucceed(claim.findOther, Option.none<StoredOrder>),
          Effect.succeed(Result.void),
        ])
        : Effect.andThen(
          claim.held,
          Effect.all([
            // An order of the same key may be the cause: it took from the book what this one needs.
            claim.findOther,
            // The caller may try again with the same key as soon as it has the refusal.
            Effect.result(claim.release),
          ], { concurrency: "unbounded" }),
        );
      if (Option.isSome(other)) return yield* new IdempotencyKeyTaken({ existing: other.value });
      yield* Effect.fromResult(released);
      return yield* Effect.fail(failure);
    }),
  );
  // After any other end, such as an interruption, the next request of the key here waits for it.
  return yield* Effect.onExit(placed, (exit) => {
    const undo = Exit.isSuccess(exit) ? undefined : claim.undo();
    return undo === undefined ? Effect.void : defer(Option.some(claim.asked), undo);
  });
});

/**
 * Returns the order that has a key. None is certain: while a request with the key is in progress,
 * here or at another replica, it fails. `orderId`: a new id, which reserves the key for the moment.
 */
export const orderOfIdempotencyKey = Effect.fn("orderOfIdempotencyKey")(
  function* (asked: IdempotencyReservation) {
    const place = () => Effect.fail(new NothingPlaced());
    const { order } = yield* placeOnce(Option.some(asked), { place, replay: Effect.succeed });
    return Option.some(order);
  },
  Effect.catchTag("NothingPlaced", () => Effect.succeedNone),
);

class NothingPlaced extends Data.TaggedError("NothingPlaced") {}

/**
 * How long deferred work waits before it starts, in machine time. The caller gets its answer first,
 * and its next order is likely on its way by then.
 */
const DEFER_MS = 10;

/** Provides the keys of this replica. */
export const layerIdempotency: Layer.Layer<Idempotency> = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const time = yield* MachineTime;
    const working = new Set<string>();
    /** The last work of each key, which waits for the work before. */
    const deferred = new Map<string | symbol, Fiber.Fiber<void>>();
    const awaitLast = (name: string | symbol) => {
      const last = deferred.get(name);
      return last === undefined ? Effect.void : Fiber.await(last);
    };
    const awaitEach = Effect.forEach((fiber: Fiber.Fiber<void>) => Fiber.await(fiber), {
      discard: true,
    });
    // All of it must finish before the store closes, even what is deferred meanwhile.
    yield* Effect.addFinalizer(() => awaitEach(deferred.values()));
    return Idempotency.of({
      oneAtATime: <A, E, R>(asked: IdempotencyKey, work: Effect.Effect<A, E, R>) =>
        Effect.suspend((): Effect.Effect<A, E | IdempotencyKeyBusy, R> => {
          const name = nameOf(asked);
          if (working.has(name)) return Effect.fail(new IdempotencyKeyBusy(asked));
          working.add(name);
          return awaitLast(name).pipe(
            Effect.andThen(work),
            Effect.ensuring(Effect.sync(() => working.delete(name))),
          );
        }),
      defer: Effect.fnUntraced(function* (asked, work) {
        const name = Option.match(asked, { onNone: () => Symbol(), onSome: nameOf });
        const before = awaitLast(name);
        const later = Effect.andThen(time.sleep(DEFER_MS), Effect.andThen(before, work));
        const fiber = yield* Effect.forkDetach(Effect.uninterruptible(later));
        // The newest stands last, for whoever waits for all of them.
        deferred.delete(name);
        deferred.set(name, fiber);
        fiber.addObserver(() => {
          if (deferred.get(name) === fiber) deferred.delete(name);
        });
      }),
      // A copy: whoever waits must not wait for what comes later as well.
      awaitDeferred: Effect.suspend(() => awaitEach([...deferred.values()])),
    });
  }),
);

function nameOf({ accountId, idempotencyKey }: IdempotencyKey): string {
  return `${accountId} ${idempotencyKey}`;
}
