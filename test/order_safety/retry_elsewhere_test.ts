import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, Fiber, Layer, Logger, ManagedRuntime, type Scope } from "effect";
import { withReason } from "../skip_reason.ts";
import {
  OtherOrderStore,
  SHARED_STORES,
  type SharedStores,
  stageReplicas,
} from "./two_replicas.ts";

const OPEN_TIMEOUT_MS = 300_000;

for (const { name, layer, skip } of SHARED_STORES) {
  describe.skipIf(skip !== undefined)(withReason(`a retry elsewhere: ${name}`, skip), () => {
    const runtime = ManagedRuntime.make(Layer.merge(layer, Logger.layer([])));
    beforeAll(async () => {
      await runtime.runPromise(OtherOrderStore);
    }, OPEN_TIMEOUT_MS);
    afterAll(() => runtime.dispose());
    const run = <A>(effect: Effect.Effect<A, unknown, SharedStores | Scope.Scope>) =>
      runtime.runPromise(Effect.scoped(effect));

    test("is not told that nothing is placed while the first request goes on", () =>
      run(Effect.gen(function* () {
        const { placeAtA, placeAtB, mayPrice, isUnderWay, exchange } = yield* stageReplicas;
        const first = yield* Effect.forkChild(placeAtA, { startImmediately: true });
        yield* isUnderWay;
        // Its client hangs up, and tries again elsewhere.
        const retried = yield* Effect.flip(placeAtB);
        yield* mayPrice;
        const { order } = yield* Fiber.join(first);
        expect(retried).toMatchObject({ _tag: "KeyBusy" });
        expect(yield* placeAtB).toMatchObject({ isReplayed: true, order: { id: order.id } });
        expect(exchange.receivedOrders).toHaveLength(1);
      })));

    test("is placed at once after a refusal", () =>
      run(Effect.gen(function* () {
        const { placeAtA, placeAtB, mayPrice, isBookEmpty, exchange } = yield* stageReplicas;
        for (let times = 0; times < 5; times++) {
          expect(yield* Effect.flip(placeAtB)).toMatchObject({ _tag: "BookTooThin" });
        }
        isBookEmpty.now = false;
        yield* mayPrice;
        expect(yield* placeAtA).toMatchObject({ isReplayed: false });
        expect(yield* placeAtB).toMatchObject({ isReplayed: true });
        expect(exchange.receivedOrders).toHaveLength(1);
      })));

    test("is placed after the first request was interrupted before it sent anything", () =>
      run(Effect.gen(function* () {
        const { placeAtA, placeAtB, isUnderWay, isReleased, isBookEmpty, exchange } =
          yield* stageReplicas;
        const first = yield* Effect.forkChild(placeAtA, { startImmediately: true });
        yield* isUnderWay;
        yield* Fiber.interrupt(first);
        yield* isReleased;
        isBookEmpty.now = false;
        expect(yield* placeAtB).toMatchObject({ isReplayed: false });
        expect(exchange.receivedOrders).toHaveLength(1);
      })));

    test("takes over from a request that took too long, which then sends nothing", () =>
      run(Effect.gen(function* () {
        const { a, b, reservationOfA, ...staged } = yield* stageReplicas;
        const { placeAtA, placeAtB, mayPrice, isUnderWay, isBookEmpty, exchange } = staged;
        const first = yield* Effect.forkChild(Effect.flip(placeAtA), { startImmediately: true });
        yield* isUnderWay;
        // The time of its reservation ends.
        yield* a.reserve({ ...reservationOfA, forMs: 0 });
        expect(yield* Effect.flip(placeAtB)).toMatchObject({ _tag: "BookTooThin" });
        yield* mayPrice;
        expect(yield* Fiber.join(first)).toMatchObject({ _tag: "KeyBusy" });
        expect(exchange.receivedOrders).toHaveLength(0);
        expect(yield* b.release(reservationOfA)).toBe(false);
        isBookEmpty.now = false;
        expect(yield* placeAtB).toMatchObject({ isReplayed: false });
      })));
  });
}
