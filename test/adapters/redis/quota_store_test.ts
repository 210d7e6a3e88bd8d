import { describe, expect, test } from "bun:test";
import { Effect, Layer, Redacted } from "effect";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { makeRedisCounts, makeRedisQuotaStore } from "../../../adapters/redis/quota_store.ts";
import type { QuotaHit } from "../../../core/access/mod.ts";
import { QuotaStore } from "../../../core/port/quota_store.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { quotaStoreContract } from "../../contract/quota_store_contract.ts";
import { openGate } from "../../gate.ts";
import { HELLO, listenWith } from "./answering_server.ts";
import { newWorld, redisAddress, redisSkip, redisUrl } from "./redis_server.ts";
import { makeMovedTimers } from "../../moved_timers.ts";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";

/** The service's own limit, on the clock of the tests. */
const TIMEOUT_MS = 250;

/** Counts in Redis alone, as promises, on a clock that stands until it is moved. */
function counterOf(url: string, world = newWorld()) {
  const timers = makeMovedTimers();
  const counts = makeRedisCounts({ world, timers, url: Redacted.make(url) });
  const add = (hit: QuotaHit) => Effect.runPromise(counts.add(hit));
  return {
    add,
    timers,
    close: counts.close,
    /** Lets the pause before the next connection pass, and then asks until it is answered. */
    addAgain: async () => {
      await until(() => timers.pending() === 1, "a pause before the next connection");
      timers.fireNext();
      let count: number | undefined;
      await until(async () => (count = await add(hit()).catch(() => undefined)) !== undefined);
      return count;
    },
  };
}

type Counter = ReturnType<typeof counterOf>;

quotaStoreContract({
  name: "Redis",
  kind: "redis",
  layer: Layer.effect(
    QuotaStore,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() =>
          makeRedisCounts({
            url: Redacted.make(redisUrl),
            world: newWorld(),
            timers: makeMovedTimers(),
          })
        ),
        (counts) => Effect.sync(counts.close),
      ),
      (shared) => makeRedisQuotaStore({ shared, own: makeProcessQuotaStore() }),
    ),
  ),
  ...redisSkip,
});

const WINDOW_SEC = 60;
const hit = (cost = 1, caller = "ip:192.0.2.1") => ({
  caller,
  windowStartSec: 1_767_225_600,
  windowSec: WINDOW_SEC,
  cost,
});
/** How an add is refused. Its clock stands, so that it waits for nothing. */
async function refusal(counter: Counter): Promise<StoreFailed> {
  const failure = await counter.add(hit()).then(
    (count) => expect.unreachable(`counted ${count}`),
    (failure) => failure,
  );
  expect(failure).toBeInstanceOf(StoreFailed);
  expect(failure.message).toBe("Cannot count a request: the store did not answer");
  return failure;
}

/** How many adds at once are refused, all when the limit has passed and none before. */
async function refusalsInTime(counter: Counter, count: number): Promise<void> {
  let refused = 0;
  const refusals = Array.from({ length: count }, async () => {
    const failure = await refusal(counter);
    refused += 1;
    expect(String(failure.cause)).toContain(`no answer within ${TIMEOUT_MS} ms`);
  });
  await until(() => counter.timers.pending() > 0);
  counter.timers.advance(TIMEOUT_MS - 1);
  expect(refused).toBe(0);
  counter.timers.advance(1);
  await Promise.all(refusals);
}

describe("a count in Redis without Redis", () => {
  test.each(["redis://127.0.0.1:1", "http://127.0.0.1", "redis://nohost.invalid"])(
    "fails at once, every time, at %s",
    async (url) => {
      const counter = counterOf(url);
      for (let i = 0; i < 4; i++) await refusal(counter);
      counter.close();
    },
  );

  test("waits once, and no longer than it may, for a server that never answers", async () => {
    const server = await listenWith({});
    const counter = counterOf(server.url);
    await refusalsInTime(counter, 50);
    for (let i = 0; i < 3; i++) await refusal(counter);
    counter.close();
    await server.close();
  });

  test("leaves no connection behind, and makes no other, once it is closed", async () => {
    const server = await listenWith({});
    const connecting = counterOf(server.url);
    await until(() => server.made() > 0, "a connection");
    await refusalsInTime(connecting, 1);
    expect([server.made(), server.open()]).toEqual([1, 1]);
    connecting.close();
    await until(() => server.open() === 0 && connecting.timers.pending() === 0);
    await server.close();
    const waiting = counterOf(server.url);
    await refusal(waiting);
    waiting.close();
    await until(() => waiting.timers.pending() === 0, "no timer that would connect");
    expect(server.made()).toBe(1);
  });

  test("tries one connection at a time, however many requests have failed", async () => {
    const server = await listenWith({ HELLO, PING: "+PONG" });
    const counter = counterOf(server.url);
    await until(() => server.open() === 1 && counter.timers.pending() === 0, "the connection");
    await refusalsInTime(counter, 50);
    expect(counter.timers.pending()).toBe(1);
    counter.timers.fireNext();
    await until(() => server.made() === 2, "another connection");
    await until(() => server.open() === 1, "one connection");
    counter.close();
    await server.close();
  });

  test("holds no connection to a server that wants a password", async () => {
    const server = await listenWith({ HELLO, PING: "-NOAUTH Authentication required." });
    const counter = counterOf(server.url);
    expect(String((await refusal(counter)).cause)).toContain("NOAUTH");
    await until(() => server.open() === 0);
    counter.close();
    await server.close();
  });
});

const redisSuite = describe.skipIf(redisSkip.skip !== undefined);
redisSuite(withReason("a count in Redis", redisSkip.skip), () => {
  test("keeps the worlds, the windows and the callers apart", async () => {
    const world = newWorld();
    const counter = counterOf(redisUrl, world);
    const other = counterOf(redisUrl, `${world}_2`);
    expect(await counter.add(hit(5))).toBe(5);
    expect(await other.add(hit())).toBe(1);
    expect(await counter.add({ ...hit(), windowSec: 10 })).toBe(1);
    expect(await counter.add({ ...hit(), windowStartSec: 1_767_225_660 })).toBe(1);
    expect(await counter.add(hit(1, "ip:192.0.2.2"))).toBe(1);
    expect(await counter.add(hit())).toBe(6);
    counter.close();
    other.close();
  });

  test("shares its counts with other replicas, and loses none of many at once", async () => {
    const world = newWorld();
    const counters = Array.from({ length: 3 }, () => counterOf(redisUrl, world));
    const counts = await Promise.all(
      Array.from({ length: 600 }, (_, at) => counters[at % 3]?.add(hit())),
    );
    expect(counts.map(Number).toSorted((a, b) => a - b))
      .toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
    for (const counter of counters) counter.close();
  });

  test("lets a count live a little longer than its window, from the last hit on", async () => {
    const world = newWorld();
    const counter = counterOf(redisUrl, world);
    const client = new Bun.RedisClient(redisUrl);
    const key = `{strikeline:quota:${world}}:${WINDOW_SEC}:1767225600:ip:192.0.2.1`;
    for (const cost of [0, 1, -1]) {
      await counter.add(hit(cost));
      const ttlSec = await client.ttl(key);
      expect(ttlSec).toBeGreaterThan(WINDOW_SEC);
      expect(ttlSec).toBeLessThanOrEqual(WINDOW_SEC + 15);
      await client.expire(key, 3);
    }
    counter.close();
    client.close();
  });

  test("fails while it is cut off, and comes back by itself with nothing lost", async () => {
    const gate = await openGate(redisAddress);
    const counter = counterOf(`redis://127.0.0.1:${gate.port}`);
    expect(await counter.add(hit())).toBe(1);
    for (let count = 2; count < 5; count++) {
      await gate.shut();
      await refusal(counter);
      await gate.open();
      expect(await counter.addAgain()).toBe(count);
    }
    counter.close();
    await gate.shut();
  });

  test("reports why a server refuses it, without the password", async () => {
    const { host, port } = redisAddress;
    const counter = counterOf(`redis://nobody:pass-marked@${host}:${port}`);
    const failure = await refusal(counter);
    expect(String(failure.cause)).toContain("WRONGPASS");
    expect(Bun.inspect(failure)).not.toContain("pass-marked");
    counter.close();
  });

  test("counts no more once it is closed, nor connects again", async () => {
    const counter = counterOf(redisUrl);
    await counter.add(hit());
    const pending = counter.add(hit()).catch((failure) => failure);
    counter.close();
    expect(await pending).toBeInstanceOf(StoreFailed);
    expect(String((await refusal(counter)).cause)).toContain("is closed");
    await until(() => counter.timers.pending() === 0, "no timer that would connect");
  });
});
