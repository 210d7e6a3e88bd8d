import { describe, expect, test } from "bun:test";
import { Effect, Logger, Redacted, References } from "effect";
import fc from "fast-check";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { makeRedisCounts, makeRedisQuotaStore } from "../../../adapters/redis/quota_store.ts";
import type { QuotaHit } from "../../../core/access/mod.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { makeMovedTimers } from "../../moved_timers.ts";
import { newWorld } from "./redis_server.ts";

const LOST = "Warn Counting requests in this process alone: Redis at HOST cannot be used";
const BACK = "Info Counting requests with the other replicas again";

const hit = (cost = 1): QuotaHit => ({ caller: "a", windowStartSec: 600, windowSec: 60, cost });

/** A log that remembers its lines. */
function makeLog() {
  const lines: Array<string> = [];
  const reasons: Array<unknown> = [];
  const logger = Logger.make(({ logLevel, message, cause, fiber }) => {
    lines.push(`${logLevel} ${String(message).replace(/127[.]0[.]0[.]1:\d+/, "HOST")}`);
    expect(cause.reasons).toEqual([]);
    reasons.push(fiber.getRef(References.CurrentLogAnnotations)["reason"]);
  });
  const add = (store: ReturnType<typeof makeRedisQuotaStore>, hit: QuotaHit) =>
    Effect.runPromise(Effect.provide(store.add(hit), Logger.layer([logger])));
  return { lines, reasons, add };
}

/** What all replicas see, for as long as it can be reached. */
function makeElsewhere() {
  const counts = makeProcessQuotaStore();
  const world = {
    host: "127.0.0.1:1",
    isReached: true,
    add: (hit: QuotaHit) => {
      const cause = "gone";
      return world.isReached
        ? Effect.succeed(counts.add(hit))
        : Effect.fail(new StoreFailed({ operation: "count a request", cause }));
    },
  };
  return world;
}

describe("quota store of Redis", () => {
  test("never counts less than it has seen, and never fails, as Redis goes and returns", () =>
    fc.assert(fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (reached) => {
        const { lines, add } = makeLog();
        const shared = makeElsewhere();
        const store = makeRedisQuotaStore({ shared, own: makeProcessQuotaStore() });
        let seen = 0;
        for (const isReached of reached) {
          shared.isReached = isReached;
          seen += 1;
          expect(await add(store, hit())).toBe(seen);
        }
        // One line a change, and the first of them is a loss.
        const changes = reached.filter((now, at) => now !== (reached[at - 1] ?? true));
        expect(lines).toEqual(changes.map((now) => now ? BACK : LOST));
      },
    )));

  test("returns what all replicas have counted, and takes back what was not used", async () => {
    const { add } = makeLog();
    const shared = makeElsewhere();
    const [one, other] = [1, 2].map(() =>
      makeRedisQuotaStore({ shared, own: makeProcessQuotaStore() })
    );
    if (one === undefined || other === undefined) return expect.unreachable();
    for (const [count, store] of [one, other, other, one].entries()) {
      expect(await add(store, hit())).toBe(count + 1);
    }
    expect(await add(one, hit(-1))).toBe(3);
  });

  test("counts alone without Redis, without waiting on each request", async () => {
    const { lines, reasons, add } = makeLog();
    const url = Redacted.make("redis://:sesame@127.0.0.1:1");
    // A clock that stands: whoever waits would wait for ever.
    const shared = makeRedisCounts({ url, world: newWorld(), timers: makeMovedTimers() });
    const store = makeRedisQuotaStore({ shared, own: makeProcessQuotaStore() });
    for (let i = 1; i <= 200; i++) expect(await add(store, hit())).toBe(i);
    expect(lines).toEqual([LOST]);
    expect(reasons).toEqual(["Connection closed"]);
    shared.close();
  });
});
