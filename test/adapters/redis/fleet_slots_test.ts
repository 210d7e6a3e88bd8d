/** Slots of a pace that replicas reserve in Redis. @module */
import { afterEach, describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { sleepMachineTime } from "../../../adapters/outbound/mod.ts";
import { connectToRedis } from "../../../adapters/redis/connection.ts";
import { makeRedisFleetCalls } from "../../../adapters/redis/fleet_calls.ts";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";
import { redisSkip, redisUrl } from "./redis_server.ts";

const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Replicas that keep the slots they ask for, and sleep as `sleep` does. */
function startReplicas(count: number, sleep = sleepMachineTime) {
  const prefix = `test_${crypto.randomUUID()}:`;
  const slots: Array<string> = [];
  const replicas = Array.from({ length: count }, () => {
    const connection = connectToRedis({ url: redisUrl, timeoutMs: 60_000 });
    open.push(connection.close);
    const send: typeof connection.send = (command, parameters) => {
      slots.push(parameters[5] ?? "");
      return connection.send(command, parameters);
    };
    const keyOf = (name: string) => prefix + name;
    const calls = makeRedisFleetCalls({
      connection: { send },
      keyOf,
      isAlone: () => false,
      speed: 1,
      sleep,
    });
    return { connection, calls };
  });
  const [first] = replicas;
  const key = `${prefix}pace:p`;
  const redis = (command: string, ...rest: ReadonlyArray<string>) =>
    first?.connection.send(command, [key, ...rest]) ?? Promise.reject(new Error("no replica"));
  return { replicas, slots, redis };
}

const suite = redisSkip.skip === undefined ? describe : describe.skip;
suite(withReason("slots that replicas reserve", redisSkip.skip), () => {
  test("are reserved in the order in which they were asked for, by one trip each", async () => {
    const { replicas, slots, redis } = startReplicas(3, () => Effect.void);
    const pace = { name: "p", calls: 6, perMs: 2_000 };
    for (let call = 0; call < 24; call++) {
      const replica = replicas[call % replicas.length];
      await Effect.runPromise(replica?.calls.takeSlot(pace) ?? Effect.never);
    }
    expect(slots.length).toBe(24);
    const found = await redis("ZRANGE", "0", "-1", "WITHSCORES") as ReadonlyArray<[string, number]>;
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
    const { replicas: [one] } = startReplicas(1, sleep);
    let used = 0;
    const take = one?.calls.takeSlot({ name: "p", calls: 1, perMs: 3_000 }) ?? Effect.never;
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
    const { replicas: [one], redis } = startReplicas(1, sleep);
    const pace = { name: "p", calls: 1, perMs: 3_000 };
    const fibers = Array.from(
      { length: 20 },
      () => Effect.runFork(one?.calls.takeSlot(pace) ?? Effect.never),
    );
    await until(() => sleeps.length === 19);
    const reserved = Number(await redis("ZCARD"));
    expect(reserved).toBeGreaterThan(1);
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(10_000);
    // Of 10 s, and one that has begun.
    expect(reserved).toBeLessThanOrEqual(5);
    for (const fiber of fibers) await Effect.runPromise(Fiber.interrupt(fiber));
    expect(await redis("ZCARD")).toBe(1);
  });

  test("are asked for again where they were too far ahead", async () => {
    let [sleeps, passed] = [0, 0];
    const sleep = () => Effect.suspend(() => ++sleeps < 20 ? Effect.void : Effect.never);
    const { replicas: [one] } = startReplicas(1, sleep);
    const pace = { name: "p", calls: 1, perMs: 9_000 };
    const take = Effect.map(one?.calls.takeSlot(pace) ?? Effect.never, () => passed += 1);
    const fiber = Effect.runFork(Effect.repeat(take, { times: 2 }));
    await until(() => sleeps === 20 || passed === 3);
    expect(passed).toBe(2);
    await Effect.runPromise(Fiber.interrupt(fiber));
  });

  test("are free again where the server's clock was set back", async () => {
    const { replicas: [one], redis } = startReplicas(1, () => Effect.die("waits"));
    await redis("ZADD", String((Date.now() + 3_600_000) * 1_000), "of another clock");
    await Effect.runPromise(one?.calls.takeSlot({ name: "p", calls: 1, perMs: 50 }) ?? Effect.void);
    expect(await redis("ZCARD")).toBe(1);
  });
});
