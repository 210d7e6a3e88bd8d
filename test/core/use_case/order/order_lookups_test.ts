import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Exit, Fiber, Option } from "effect";
import type { OrderOutcome } from "../../../../core/order/mod.ts";
import type { StoredOrder } from "../../../../core/port/order_store.ts";
import {
  layerOrderLookups,
  type LookupFailure,
  OrderLookups,
  WalletForbidden,
} from "../../../../core/use_case/order/mod.ts";
import { newOrder } from "../../../contract/order_fixture.ts";

const { order: sent } = newOrder({ accountId: "a", walletId: "w" }, {});
const { orderId } = sent.state;
const outcome: OrderOutcome = {
  kind: "refused",
  refusal: { reason: "killed", message: "", retryAfterSec: Option.none() },
};
const final: StoredOrder = {
  ...sent,
  state: { name: "final", orderId, outcome, isReconciled: true },
};

/** Lets every fiber go as far as it can. */
const turns = Effect.repeat(Effect.yieldNow, { times: 5 });

/** Lookups that the test ends, in the order in which they began. */
const stagedLookups = Effect.gen(function* () {
  const { share } = yield* OrderLookups;
  const begun: Array<Deferred.Deferred<StoredOrder, LookupFailure>> = [];
  const lookUp = Effect.suspend(() => {
    const ending = Deferred.makeUnsafe<StoredOrder, LookupFailure>();
    begun.push(ending);
    return Deferred.await(ending);
  });
  const ask = (id = orderId) => Effect.forkChild(share(id, lookUp), { startImmediately: true });
  const end = (at: number, exit: Exit.Exit<StoredOrder, LookupFailure>) =>
    Effect.gen(function* () {
      const ending = begun[at];
      if (ending === undefined) throw new Error(`There are ${begun.length} lookups`);
      yield* Deferred.done(ending, exit);
      yield* turns;
    });
  return { begun, ask, end };
});

const run = <A>(steps: Effect.Effect<A, LookupFailure, OrderLookups>) =>
  Effect.runPromise(Effect.provide(steps, layerOrderLookups));

describe("lookups of one order at once", () => {
  test("are all answered by the first that finds it final", () =>
    run(Effect.gen(function* () {
      const { begun, ask, end } = yield* stagedLookups;
      const asked = [yield* ask(), yield* ask(), yield* ask()];
      yield* ask("another");
      expect(begun).toHaveLength(2);
      yield* end(0, Exit.succeed(final));
      expect(yield* Fiber.joinAll(asked)).toEqual([final, final, final]);
      expect(begun).toHaveLength(2);
    })));

  test("that find it open are answered by one that began after they were asked for", () =>
    run(Effect.gen(function* () {
      const { begun, ask, end } = yield* stagedLookups;
      const first = yield* ask();
      const asked = [yield* ask(), yield* ask()];
      yield* end(0, Exit.succeed(sent));
      expect(yield* Fiber.join(first)).toEqual(sent);
      expect(begun).toHaveLength(2);
      const last = yield* ask();
      yield* end(1, Exit.succeed(sent));
      expect(yield* Fiber.joinAll(asked)).toEqual([sent, sent]);
      yield* end(2, Exit.succeed(final));
      expect(yield* Fiber.join(last)).toEqual(final);
    })));

  test("fail together, and go on after those whose callers have hung up", () =>
    run(Effect.gen(function* () {
      const { begun, ask, end } = yield* stagedLookups;
      const [first, second] = [yield* ask(), yield* ask()];
      const asked = [yield* ask(), yield* ask()];
      yield* Effect.andThen(Fiber.interrupt(first), turns);
      expect(begun).toHaveLength(2);
      // The others wait for what the second has begun.
      yield* Effect.andThen(Fiber.interrupt(second), turns);
      expect(begun).toHaveLength(3);
      const failed = Exit.fail(new WalletForbidden({ id: "w" }));
      yield* end(2, failed);
      for (const fiber of asked) expect(yield* Fiber.await(fiber)).toEqual(failed);
      expect(begun).toHaveLength(3);
    })));
});
