/** Slots of a pace that replicas reserve in Redis. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";
import { startReplica } from "./calling_replica.ts";
import { redisSkip } from "./redis_server.ts";

/** A replica with a pace of its own, which sleeps as `sleep` does. */
const startOne = (sleep: (ms: number) => Effect.Effect<void>) =>
  startReplica(`test_${crypto.randomUUID()}:`, { sleep });

const suite = redisSkip.skip === undefined ? describe : describe.skip;
suite(withReason("slots that replicas reserve", redisSkip.skip), () => {
  test("are reserved in the order in which they were asked for, by one trip each", async () => {
    const prefix = `test_${crypto.randomUUID()}:`;
    const replicas = [1, 2, 3].map(() => startReplica(prefix, { sleep: () => Effect.void }));
    const slots: Array<string> = [];
    const pace = { name: "p", calls: 6, perMs: 2_000 };
    for (let call = 0; call < 24; call++) {
      const replica = replicas[call % replicas.length] ?? expect.unreachable();
      await replica.run(replica.calls.takeSlot(pace));
      slots.push(...replica.slots.splice(0));
    }
    expect(slots.length).toBe(24);
    const found = await replicas[0]?.ofPace(
      "p",
      "ZRANGE",
      "0",
      "-1",
      "WITHSCORES",
    ) as ReadonlyArray<[string, number]>;
    // Those that began long ago are dropped.
    expect(found.length).toBeGreaterThan(12);
    expect(found.map(([slot]) => slot)).toEqual(slots.slice(-found.length));
    for (const [index, [, micros]] of found.entries()) {
      const [, earlier] = found[index - 6] ?? [];
      if (earlier !== undefined) expect(micros - earlier).toBeGreaterThanOrEqual(2_000_000);
    }
  });

  test("are used once they begin, and no earlier", async () => {
    const sleepers: Array<{ readonly ms: number; readonly wake: () => void }> = [];
    const sleep = (ms: number) =>
      Effect.callback<void>((resume) =>
        void sleepers.push({ ms, wake: () => resume(Effect.void) })
      );
    const one = startOne(sleep);
    let used = 0;
    const take = one.calls.takeSlot({ name: "p", calls: 1, perMs: 3_000 });
    const taken = Array.from({ length: 3 }, async () => {
      await Effect.runPromise(take);
      used += 1;
    });
    await until(() => used === 1 && sleepers.length === 2);
    const [first, second] = sleepers.toSorted((a, b) => a.ms - b.ms);
    expect(second?.ms).toBeGreaterThan(first?.ms ?? NaN);
    first?.wake();
    await until(() => used === 2);
    second?.wake();
    await Promise.all(taken);
  });

  test("are given back by whoever does not wait for them, and reserved not far ahead", async () => {
    const sleeps: Array<number> = [];
    const sleep = (ms: number) => Effect.andThen(Effect.sync(() => sleeps.push(ms)), Effect.never);
    const one = startOne(sleep);
    const pace = { name: "p", calls: 1, perMs: 3_000 };
    const fibers = Array.from(
      { length: 20 },
      () => one.fork(one.calls.takeSlot(pace)),
    );
    await until(() => sleeps.length === 19);
    const reserved = Number(await one.ofPace("p", "ZCARD"));
    expect(reserved).toBeGreaterThan(1);
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(10_000);
    // Of 10 s, and one that has begun.
    expect(reserved).toBeLessThanOrEqual(5);
    for (const fiber of fibers) await Effect.runPromise(Fiber.interrupt(fiber));
    expect(await one.ofPace("p", "ZCARD")).toBe(1);
  });

  test("are asked for again where they were too far ahead", async () => {
    let [sleeps, passed] = [0, 0];
    const sleep = () => Effect.suspend(() => ++sleeps < 20 ? Effect.void : Effect.never);
    const one = startOne(sleep);
    const pace = { name: "p", calls: 1, perMs: 9_000 };
    const take = Effect.map(one.calls.takeSlot(pace), () => passed += 1);
    const fiber = one.fork(Effect.repeat(take, { times: 2 }));
    await until(() => sleeps === 20 || passed === 3);
    expect(passed).toBe(2);
    await Effect.runPromise(Fiber.interrupt(fiber));
  });

  test("are free again where the server's clock was set back", async () => {
    const one = startOne(() => Effect.die("waits"));
    await one.ofPace("p", "ZADD", String((Date.now() + 3_600_000) * 1_000), "of another clock");
    await one.run(one.calls.takeSlot({ name: "p", calls: 1, perMs: 50 }));
    expect(await one.ofPace("p", "ZCARD")).toBe(1);
  });
});
