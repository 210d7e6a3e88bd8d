import { describe, expect, test } from "bun:test";
import { Context, Effect, Layer, Option } from "effect";
import { endOrders, openPaperAccount, type PaperAccount } from "../../../../core/paper/mod.ts";
import { PaperStore } from "../../../../core/port/paper_store.ts";
import { layerPaperAccounts, PaperAccounts } from "../../../../core/use_case/paper/mod.ts";
import { layerMemoryPaperStore } from "../../../memory/paper_store.ts";
import { restedBy } from "../../paper/arbitrary_market.ts";

const WALLET = "0199f2c4-7b1e-8000-8000-0f1e2d3c4b5a";
type Accounts = PaperAccounts["Service"];

/** Two processes on one store, in which the wallet has one order that rests. */
function withTwo<A>(steps: (one: Accounts, other: Accounts) => Effect.Effect<A, unknown>) {
  const program = Effect.gen(function* () {
    const store = yield* PaperStore;
    const shared = Layer.succeed(PaperStore, { ...store, isShared: true });
    const make = Effect.map(
      Layer.build(Layer.fresh(Layer.provide(layerPaperAccounts, shared))),
      (context) => Context.get(context, PaperAccounts),
    );
    const account = openPaperAccount(100_000_000n);
    yield* store.open({ walletId: WALLET, account, latencyMs: Option.none() });
    const [one, other] = [yield* make, yield* make];
    yield* one.change(WALLET, (account) => Effect.succeed(restedBy(account, 1)));
    return yield* steps(one, other);
  });
  return Effect.runPromise(Effect.scoped(Effect.provide(program, layerMemoryPaperStore)));
}

const cancel = (account: PaperAccount) =>
  Effect.succeed(endOrders(account, {
    orderIds: account.orders.map(({ orderId }) => orderId),
    cause: "request",
    atMs: 0,
  }));
const idsOf = (kept: Option.Option<{ readonly account: PaperAccount }>) =>
  Option.getOrThrow(kept).account.orders.length;

describe("a paper wallet that two processes change", () => {
  test("has both changes, one after the other", () =>
    withTwo((one, other) =>
      Effect.gen(function* () {
        expect(idsOf(yield* other.known(WALLET))).toBe(1);
        yield* one.change(WALLET, cancel);
        expect(idsOf(yield* other.known(WALLET))).toBe(1);
        let seen = -1;
        yield* other.change(WALLET, (account) => {
          seen = account.orders.length;
          return Effect.succeed(restedBy(account, 2));
        });
        expect(seen).toBe(0);
        expect(idsOf(yield* one.read(WALLET))).toBe(1);
      })
    ));

  test("keeps the places in queues that only one of them knows", () =>
    withTwo((one, other) =>
      Effect.gen(function* () {
        const moved = (account: PaperAccount): PaperAccount => ({
          ...account,
          orders: account.orders.map((order) => ({
            ...order,
            queue: { ...order.queue, aheadE6: 7n },
          })),
        });
        yield* one.change(WALLET, (account) =>
          Effect.succeed({ account: moved(account), orders: [], fills: [] }));
        yield* other.change(WALLET, (account) =>
          Effect.succeed(restedBy(account, 2)));
        expect(yield* one.refresh(WALLET)).toBe(true);
        const { account } = Option.getOrThrow(yield* one.known(WALLET));
        expect(account.orders.map(({ queue }) => queue.aheadE6)).toEqual([7n, 0n]);
      })
    ));

  test("tells its listeners of what is stored, and of nothing else", () =>
    withTwo((one) =>
      Effect.scoped(Effect.gen(function* () {
        const heard: Array<number> = [];
        yield* one.listen(WALLET, ({ orders }) => void heard.push(orders.length));
        yield* one.change(WALLET, (account) => Effect.succeed({ account, orders: [], fills: [] }));
        yield* Effect.ignore(one.change(WALLET, () => Effect.fail("no")));
        yield* one.change(WALLET, cancel);
        expect(heard).toEqual([1]);
      }))
    ));
});
