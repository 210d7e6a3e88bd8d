import { describe, expect, test } from "bun:test";
import { Effect, Layer, Redacted } from "effect";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import {
  makeRedisCounts,
  makeRedisQuotaStore,
  type RedisQuotaOptions,
} from "../../../adapters/redis/quota_store.ts";
import type { QuotaHit } from "../../../core/access/mod.ts";
import { QuotaStore, StoreFailed } from "../../../core/port/mod.ts";
import { quotaStoreContract } from "../../contract/quota_store_contract.ts";
import { openGate } from "../../gate.ts";
import { HELLO, listenWith } from "./answering_server.ts";
import { newWorld, redisAddress, redisSkip, redisUrl } from "./redis_server.ts";
import { loopMsOf } from "../../loop_time.ts";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";

/** Where an answer comes: as long as a busy machine needs. */
const PATIENT = { timeoutMs: 60_000 };
/** Where answers cease: more than a busy machine takes, and less than making a connection may. */
const SILENT = { timeoutMs: 1_500 };
/** Where none ever came: the service's own limit. */
const AS_SERVED = {};

/** Counts in Redis alone, as promises. */
function counterOf(url: string, options: Partial<RedisQuotaOptions> = PATIENT) {
  const counts = makeRedisCounts({ world: newWorld(), ...options, url: Redacted.make(url) });
  return { add: (hit: QuotaHit) => Effect.runPromise(counts.add(hit)), close: counts.close };
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
            ...PATIENT,
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
/** Far below what a client would wait without a deadline. */
const DEADLINE_MS_MAX = 1_000;
/** Far below the deadline. */
const AT_ONCE_MS_MAX = 100;

/** After a connection that worked, or at the beginning, another is tried within this. */
const FIRST_WAIT_MS_MAX = 600;

/** How an add was refused, and how long that took. */
async function refusal(counter: Counter) {
  let failure: unknown;
  const ms = await loopMsOf(async () => {
    failure = await counter.add(hit()).then(
      (count) => expect.unreachable(`counted ${count}`),
      (failure) => failure,
    );
  });
  expect(failure).toBeInstanceOf(StoreFailed);
  const failed = failure as StoreFailed;
  expect(failed.message).toBe("Cannot count a request: the store did not answer");
  return { failure: failed, ms };
}

/** Asks until it is answered, as requests would. */
async function nextCount(counter: Counter): Promise<number> {
  for (;;) {
    const count = await counter.add(hit()).catch(() => undefined);
    if (count !== undefined) return count;
    await Bun.sleep(20);
  }
}

describe("counts in Redis without Redis", () => {
  test("fails at once if nothing listens, every time", async () => {
    const counter = counterOf("redis://127.0.0.1:1");
    await refusal(counter);
    for (let i = 0; i < 3; i++) expect((await refusal(counter)).ms).toBeLessThan(AT_ONCE_MS_MAX);
    counter.close();
  });

  test("waits once, and no longer than it may, for a server that never answers", async () => {
    const server = await listenWith({});
    const counter = counterOf(server.url, AS_SERVED);
    const together = await Promise.all(Array.from({ length: 50 }, () => refusal(counter)));
    for (const { ms, failure } of together) {
      expect(ms).toBeLessThan(DEADLINE_MS_MAX);
      expect(String(failure.cause)).toContain("no answer within 250 ms");
    }
    for (let i = 0; i < 3; i++) expect((await refusal(counter)).ms).toBeLessThan(AT_ONCE_MS_MAX);
    counter.close();
    await server.close();
  });

  test("leaves no connection behind, and makes no other, once it is closed", async () => {
    const server = await listenWith({});
    const connecting = counterOf(server.url, AS_SERVED);
    await until(() => server.made() > 0, "a connection");
    await refusal(connecting);
    expect([server.made(), server.open()]).toEqual([1, 1]);
    connecting.close();
    while (server.open() > 0) await Bun.sleep(5);
    await server.close();
    const waiting = counterOf(server.url, AS_SERVED);
    await refusal(waiting);
    waiting.close();
    await server.listen();
    await Bun.sleep(FIRST_WAIT_MS_MAX);
    expect(server.made()).toBe(1);
    await server.close();
  });

  test("tries one connection at a time, however many requests have failed", async () => {
    const server = await listenWith({ HELLO, PING: "+PONG" });
    const counter = counterOf(server.url, SILENT);
    await Promise.all(Array.from({ length: 50 }, () => refusal(counter)));
    await until(() => server.made() > 1, "another connection");
    // As long as any other might have waited.
    await Bun.sleep(FIRST_WAIT_MS_MAX);
    expect(server.made()).toBeLessThan(5);
    expect(server.open()).toBeLessThan(2);
    counter.close();
    await server.close();
  });

  test("holds no connection to a server that wants a password", async () => {
    const server = await listenWith({ HELLO, PING: "-NOAUTH Authentication required." });
    const counter = counterOf(server.url);
    expect(String((await refusal(counter)).failure.cause)).toContain("NOAUTH");
    while (server.open() > 0) await Bun.sleep(5);
    counter.close();
    await server.close();
  });

  test("fails on an invalid address, and on one without a Redis scheme", async () => {
    for (const url of ["http://127.0.0.1", "redis://nohost.invalid"]) {
      const counter = counterOf(url);
      await refusal(counter);
      counter.close();
    }
  });
});

const redisSuite = describe.skipIf(redisSkip.skip !== undefined);
redisSuite(withReason("counts in Redis", redisSkip.skip), () => {
  test("keeps the worlds, the windows and the callers apart", async () => {
    const world = newWorld();
    const counter = counterOf(redisUrl, { world, ...PATIENT });
    const other = counterOf(redisUrl, { world: `${world}_2`, ...PATIENT });
    expect(await counter.add(hit(5))).toBe(5);
    expect(await other.add(hit())).toBe(1);
    expect(await counter.add({ ...hit(), windowSec: 10 })).toBe(1);
    expect(await counter.add({ ...hit(), windowStartSec: 1_767_225_660 })).toBe(1);
    expect(await counter.add(hit(1, "ip:192.0.2.2"))).toBe(1);
    expect(await counter.add(hit())).toBe(6);
    counter.close();
    other.close();
  });

  test("takes a hit back", async () => {
    const counter = counterOf(redisUrl);
    expect(await counter.add(hit())).toBe(1);
    expect(await counter.add(hit(-1))).toBe(0);
    expect(await counter.add(hit(-1))).toBe(-1);
    counter.close();
  });

  test("shares its counts with other replicas, and loses none of many at once", async () => {
    const world = newWorld();
    const counters = Array.from({ length: 3 }, () => counterOf(redisUrl, { world, ...PATIENT }));
    const counts = await Promise.all(
      Array.from({ length: 600 }, (_, at) => counters[at % 3]?.add(hit())),
    );
    expect(counts.map(Number).toSorted((a, b) => a - b))
      .toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
    for (const counter of counters) counter.close();
  });

  test("lets a count live a little longer than its window, from the last hit on", async () => {
    const world = newWorld();
    const counter = counterOf(redisUrl, { world, ...PATIENT });
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

  test("waits once for a server that falls silent, then not at all, and comes back", async () => {
    const gate = await openGate(redisAddress);
    const counter = counterOf(`redis://127.0.0.1:${gate.port}`, SILENT);
    expect(await counter.add(hit())).toBe(1);
    gate.mute();
    const together = await Promise.all(Array.from({ length: 50 }, () => refusal(counter)));
    for (const { ms } of together) expect(ms).toBeLessThan(SILENT.timeoutMs + DEADLINE_MS_MAX);
    const { failure } = together[0] ?? await refusal(counter);
    expect(String(failure.cause)).toContain(`no answer within ${SILENT.timeoutMs} ms`);
    expect((await refusal(counter)).ms).toBeLessThan(AT_ONCE_MS_MAX);
    gate.unmute();
    // What was sent into the silence never arrived.
    expect(await nextCount(counter)).toBe(2);
    counter.close();
    await gate.shut();
  }, 300_000);

  test("fails while it is cut off, and comes back by itself with nothing lost", async () => {
    const gate = await openGate(redisAddress);
    const counter = counterOf(`redis://127.0.0.1:${gate.port}`);
    for (let count = 1; count < 6; count += 2) {
      expect(await nextCount(counter)).toBe(count);
      expect(await counter.add(hit())).toBe(count + 1);
      await gate.shut();
      expect((await refusal(counter)).ms).toBeLessThan(DEADLINE_MS_MAX);
      await gate.open();
    }
    counter.close();
    await gate.shut();
  }, 300_000);

  test("has another connection before it is needed", async () => {
    const gate = await openGate(redisAddress);
    const counter = counterOf(`redis://127.0.0.1:${gate.port}`);
    expect(await counter.add(hit())).toBe(1);
    await gate.shut();
    await gate.open();
    await until(() => gate.accepted() === 2, "another connection, which nobody has asked for");
    expect(await nextCount(counter)).toBe(2);
    counter.close();
    await gate.shut();
  });

  test("comes back after a server that was away from the beginning", async () => {
    const gate = await openGate(redisAddress);
    await gate.shut();
    const counter = counterOf(`redis://127.0.0.1:${gate.port}`);
    await refusal(counter);
    await gate.open();
    expect(await nextCount(counter)).toBe(1);
    counter.close();
    await gate.shut();
  }, 300_000);

  test("reports why a server refuses it, without the password", async () => {
    const { host, port } = redisAddress;
    const counter = counterOf(`redis://nobody:pass-marked@${host}:${port}`);
    const { failure } = await refusal(counter);
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
    expect(String((await refusal(counter)).failure.cause)).toContain("is closed");
    await Bun.sleep(400);
    await refusal(counter);
  });
});
