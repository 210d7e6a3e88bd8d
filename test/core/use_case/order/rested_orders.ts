/** Limit orders in the order world whose time the test moves. @module */
import { Effect, Fiber, Layer, Logger, Option, type Scope } from "effect";
import { TestClock } from "effect/testing";
import { listedStateOf } from "../../../../core/order/mod.ts";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { Idempotency, placeOrder } from "../../../../core/use_case/order/mod.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { limitCommand } from "../../../stage/order_command.ts";
import { addWallet, makeOrderWorld, type OrderWorldPorts } from "../../../stage/order_world.ts";

/** Takes the steps of a test at noon of a day that only the test moves on. */
export function atNoon<A>(
  steps: (
    world: ReturnType<typeof makeOrderWorld>,
  ) => Generator<Effect.Effect<unknown, unknown, OrderWorldPorts | Scope.Scope>, A, never>,
): Promise<A> {
  const world = makeOrderWorld();
  const program = TestClock.setTime(NOON_MS).pipe(
    Effect.andThen(Effect.gen(() => steps(world))),
    // What is deferred must be done before the world ends.
    Effect.tap(() => stored),
  );
  const layer = Layer.mergeAll(world.layer, Logger.layer([]), TestClock.layer());
  return Effect.runPromise(Effect.scoped(Effect.provide(program, layer)));
}

/** Places an order that rests, and waits until that is stored. */
export const restOne = Effect.fnUntraced(function* (
  fields: Parameters<typeof limitCommand>[1] = {},
) {
  const wallet = yield* addWallet("a");
  const { order } = yield* placeOrder(limitCommand(wallet.id, fields));
  yield* stored;
  const { orderId } = order.state;
  return { wallet, order, orderId, claim: { walletId: wallet.id, accountId: "a", orderId } };
});

/** Stores everything that is deferred. */
export const stored = Effect.gen(function* () {
  yield* TestClock.adjust(100);
  yield* (yield* Idempotency).awaitDeferred;
});

/** Runs what waits, and lets time pass until it is done. */
export const passing = Effect.fnUntraced(function* <A, E, R>(waiting: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(waiting, { startImmediately: true });
  while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust(100);
  return yield* Fiber.join(fiber);
});

/** Returns an order as it is stored, with the word for its state. */
export const storedAs = Effect.fnUntraced(function* (
  claim: { readonly walletId: string; readonly orderId: string },
) {
  const order = Option.getOrThrow(yield* (yield* OrderStore).ofOrderId(claim));
  return { order, state: listedStateOf(order.state) };
});
