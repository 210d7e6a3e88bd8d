import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Layer, Result, type Scope } from "effect";
import { TestClock } from "effect/testing";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { layerWalletBalances, walletFunds } from "../../../../core/use_case/order/mod.ts";
import { addWallet, makeOrderWorld, type OrderWorldPorts } from "../../../stage/order_world.ts";

/** A wallet, and a venue that counts who asks for balances and answers when `open` is done. */
const staged = Effect.gen(function* () {
  const venue = yield* OrderVenue;
  const open = yield* Deferred.make<void>();
  const asked: string[] = [];
  const slow = OrderVenue.of({
    ...venue,
    balanceE6: (query) =>
      Effect.suspend(() => {
        asked.push(query.holder.address);
        return Effect.andThen(Deferred.await(open), venue.balanceE6(query));
      }),
  });
  const context = yield* Layer.build(
    Layer.provide(Layer.fresh(layerWalletBalances), Layer.succeed(OrderVenue, slow)),
  );
  const funds = (walletId: string) =>
    walletFunds({ walletId, accountId: "a" }).pipe(
      Effect.provide(context),
      Effect.provideService(OrderVenue, slow),
    );
  return { open, asked, funds, newWalletId: Effect.map(addWallet("a"), ({ id }) => id) };
});

function run<A>(
  effect: Effect.Effect<A, unknown, OrderWorldPorts | Scope.Scope>,
  world = makeOrderWorld(),
) {
  return Effect.runPromise(
    Effect.scoped(Effect.provide(effect, Layer.merge(world.layer, TestClock.layer()))),
  );
}

describe("a wallet's balance", () => {
  test("is asked for once by any number of callers at once, and again after 3 s", () =>
    run(Effect.gen(function* () {
      const { open, asked, funds, newWalletId } = yield* staged;
      const id = yield* newWalletId;
      const callers = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => Effect.forkChild(funds(id), { startImmediately: true }),
      );
      yield* Deferred.succeed(open, undefined);
      const found = yield* Fiber.joinAll(callers);
      expect(asked).toHaveLength(1);
      expect(found.every(({ balance }) => Result.isSuccess(balance))).toBe(true);
      const { atMs } = Result.getOrThrow(found[0]!.balance);
      yield* TestClock.adjust(2_999);
      const kept = Result.getOrThrow((yield* funds(id)).balance);
      expect([asked.length, kept.atMs, kept.isCached]).toEqual([1, atMs, true]);
      yield* TestClock.adjust(1);
      const fresh = Result.getOrThrow((yield* funds(id)).balance);
      expect([asked.length, fresh.atMs, fresh.isCached]).toEqual([2, atMs + 3_000, false]);
    })));

  test("is each wallet's own, and goes on for others when one caller leaves", () =>
    run(Effect.gen(function* () {
      const { open, asked, funds, newWalletId } = yield* staged;
      const [id, other] = [yield* newWalletId, yield* newWalletId];
      const leaving = yield* Effect.forkChild(funds(id), { startImmediately: true });
      const staying = yield* Effect.forkChild(funds(id), { startImmediately: true });
      const third = yield* Effect.forkChild(funds(other), { startImmediately: true });
      yield* Effect.yieldNow;
      yield* Fiber.interrupt(leaving);
      yield* Deferred.succeed(open, undefined);
      expect(Result.isSuccess((yield* Fiber.join(staying)).balance)).toBe(true);
      expect(Result.isSuccess((yield* Fiber.join(third)).balance)).toBe(true);
      expect(new Set(asked).size).toBe(2);
      expect(asked).toHaveLength(2);
    })));

  test("is not kept where it could not be had", () => {
    const world = makeOrderWorld();
    world.setDown(true);
    return run(
      Effect.gen(function* () {
        const { open, asked, funds, newWalletId } = yield* staged;
        yield* Deferred.succeed(open, undefined);
        const id = yield* newWalletId;
        expect(Result.isFailure((yield* funds(id)).balance)).toBe(true);
        world.setDown(false);
        expect(Result.isSuccess((yield* funds(id)).balance)).toBe(true);
        expect(asked).toHaveLength(2);
      }),
      world,
    );
  });
});
