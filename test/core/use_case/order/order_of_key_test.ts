import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Option } from "effect";
import { OrderStore } from "../../../../core/port/mod.ts";
import { IdempotencyLock, orderOfKey } from "../../../../core/use_case/order/mod.ts";
import { inOrderWorld } from "./in_order_world.ts";

const OF = { accountId: crypto.randomUUID(), key: "a key" };
const OTHER = { ...OF, orderId: crypto.randomUUID() };
const look = orderOfKey({ ...OF, orderId: crypto.randomUUID() });

describe("the order of a key", () => {
  test("is none where nobody uses the key, which stays free", async () => {
    const found = await inOrderWorld(function* () {
      const first = yield* look;
      const isFree = yield* (yield* OrderStore).reserve({ ...OTHER, forMs: 60_000 });
      return [first, isFree];
    });
    expect(found).toEqual([Option.none(), true]);
  });

  test("is not known while a request of the key is in progress here", async () => {
    const failure = await inOrderWorld(function* () {
      const placing = (yield* IdempotencyLock).withKey(OF, Effect.never);
      const fiber = yield* Effect.forkChild(placing, { startImmediately: true });
      const failure = yield* Effect.flip(look);
      yield* Fiber.interrupt(fiber);
      return failure;
    });
    expect(failure._tag).toBe("KeyBusy");
  });

  test("is not known while another replica has the key", async () => {
    const answers = await inOrderWorld(function* () {
      const store = yield* OrderStore;
      yield* store.reserve({ ...OTHER, forMs: 60_000 });
      const failure = yield* Effect.flip(look);
      const isStillTheirs = yield* store.release(OTHER);
      return [failure._tag, isStillTheirs, yield* look];
    });
    expect(answers).toEqual(["KeyBusy", true, Option.none()]);
  });
});
