import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import {
  makeNewestFirst,
  type Waiting,
} from "../../../../adapters/polymarket/site/newest_first.ts";
import type { Asset } from "../../../../core/market/mod.ts";
import type { OpeningResult } from "../../../../core/port/mod.ts";
import { makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { makeSite, questionAt, type Site, until } from "./site_world.ts";

const NOW = "2026-11-20T17:01:00Z";

/** A site, and a feed on a clock that only the test advances. */
function withHeldSite<A>(
  body: (site: Site & { readonly pass: (sec: number) => Effect.Effect<void> }) => Effect.Effect<A>,
  answerTimeoutMs = 1,
): Promise<A> {
  const clock = makeStillClock(ms(NOW));
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(ms(NOW));
    const site = yield* makeSite(clock, { answerTimeoutMs });
    return yield* body({
      ...site,
      pass: (sec) =>
        Effect.andThen(
          Effect.sync(() => clock.set(clock.nowMs() + sec * 1000)),
          TestClock.adjust(sec * 1000),
        ),
    });
  });
  return Effect.runPromise(Effect.provide(Effect.scoped(program), TestClock.layer()));
}

const at = (minutesAgo: number, asset: Asset = "btc") =>
  questionAt(asset, "5min", new Date(ms(NOW) - minutesAgo * 60_000).toISOString());
const failureOf = (result: OpeningResult | undefined) =>
  result !== undefined && Result.isFailure(result) ? result.failure : undefined;
const isPending = (result: OpeningResult | undefined) => {
  const failure = failureOf(result);
  return failure?._tag === "PriceMissing" && failure.isPending;
};
/** Still queued, which is no statement about a window that began long ago. */
const isWaiting = (result: OpeningResult | undefined) => {
  const failure = failureOf(result);
  return failure?._tag === "ProviderFailed" && failure.reason === "limited" &&
    failure.retryAfterSec === 5;
};

describe("the queue of the site", () => {
  test("continues a request whose caller has left, and has its answer later", async () => {
    const { first, later, count } = await withHeldSite((site) =>
      Effect.gen(function* () {
        yield* site.publish(at(0), "5");
        // In the way of the next: it is asked at once, and after it nothing for 5 s.
        yield* site.feed.openings([at(30)]);
        yield* until(site.came, (all) => all.length === 1);
        const first = yield* site.feed.openings([at(0)]);
        yield* until(Effect.andThen(site.pass(1), site.came), (all) => all.length === 2);
        const later = yield* until(site.feed.openings([at(0)]), ([result]) => !isPending(result));
        return { first, later, count: (yield* site.came).length };
      })
    );
    expect(first.map(isPending)).toEqual([true]);
    expect(later).toMatchObject([{ success: { priceE18: 5_000_000_000_000_000_000n } }]);
    expect(count).toBe(2);
  });

  test("asks for the newest windows first, each once, whatever came before them", async () => {
    const { came, others } = await withHeldSite((site) =>
      Effect.gen(function* () {
        yield* site.feed.openings([at(30)]);
        yield* until(site.came, (all) => all.length === 1);
        const others = yield* Effect.forEach(
          [at(50), at(40), at(50), at(20), at(0, "eth"), at(20), at(0)],
          (query) => site.feed.openings([query]),
        );
        const came = yield* until(
          Effect.andThen(site.pass(5), site.came),
          (all) => all.length === 6,
        );
        return { others: others.flat(), came };
      })
    );
    const isYoung = [false, false, false, false, true, false, true];
    expect(others.map(isPending)).toEqual(isYoung);
    expect(others.map(isWaiting)).toEqual(isYoung.map((young) => !young));
    const order = [at(30), at(0, "eth"), at(0), at(20), at(40), at(50)];
    expect(came.map(({ query }) => [query.get("symbol"), query.get("eventStartTime")])).toEqual(
      order.map(({ asset, window }) => [
        asset.toUpperCase(),
        new Date(window.startSec * 1000).toISOString().replace(".000", ""),
      ]),
    );
  });

  test("asks for the shorter of two windows that begin together", async () => {
    const came = await withHeldSite((site) =>
      Effect.gen(function* () {
        yield* site.feed.openings([at(30)]);
        yield* until(site.came, (all) => all.length === 1);
        yield* site.feed.openings([questionAt("btc", "15min", NOW)]);
        yield* site.feed.openings([at(0)]);
        return yield* until(Effect.andThen(site.pass(5), site.came), (all) => all.length === 2);
      })
    );
    expect(came[1]?.query.get("variant")).toBe("fiveminute");
  });

  test("asks once for what is being asked", async () => {
    const came = await withHeldSite((site) =>
      Effect.gen(function* () {
        yield* site.fault({ kind: "delay", delay_ms: 300, times: 1 });
        yield* site.feed.openings([at(0)]);
        yield* site.feed.openings([at(0)]);
        yield* until(site.came, (all) => all.length === 1);
        for (let step = 0; step < 20; step++) {
          yield* site.pass(5);
          yield* site.came;
        }
        return yield* site.came;
      })
    );
    expect(came).toHaveLength(1);
  });

  test("holds 64 questions, and lets the oldest go", async () => {
    const asked = Array.from({ length: 70 }, (_, index) => at(5 * (index + 1)));
    const { came, results } = await withHeldSite((site) =>
      Effect.gen(function* () {
        yield* site.feed.openings([at(0)]);
        yield* until(site.came, (all) => all.length === 1);
        const asking = yield* Effect.forkChild(
          Effect.forEach(asked, (query) => site.feed.openings([query]), {
            concurrency: "unbounded",
          }),
        );
        const results = (yield* Fiber.join(asking)).flat();
        let last = -1;
        // Until nothing more comes, however much time passes.
        const came = yield* until(
          Effect.gen(function* () {
            for (let step = 0; step < 20; step++) {
              yield* site.pass(5);
              yield* site.came;
            }
            return yield* site.came;
          }),
          (all) => {
            const isSame = all.length === last;
            last = all.length;
            return isSame && last >= 65;
          },
        );
        return { results, came };
      })
    );
    expect(results.every(isWaiting)).toBe(true);
    expect(came).toHaveLength(65);
    const starts = came.map(({ query }) => ms(query.get("eventStartTime") ?? "") / 1000);
    expect(starts.slice(1)).toEqual(asked.slice(0, 64).map(({ window }) => window.startSec));
  });
});

interface Item extends Waiting {
  readonly number: number;
}

/** Few keys and fewer seconds, so that they meet. A key is of one second. */
const item = fc.record({ asset: fc.constantFrom("a", "b", "c"), startSec: fc.nat({ max: 6 }) })
  .map(({ asset, startSec }) => ({ key: `${asset}:${startSec}`, startSec }));
const steps = fc.array(fc.oneof(item, fc.constant("serve" as const)), { maxLength: 60 });

describe("makeNewestFirst()", () => {
  test("serves what is newest, each once, and what came first among equals", () => {
    fc.assert(fc.property(steps, fc.integer({ min: 1, max: 8 }), (steps, sizeMax) => {
      const queue = makeNewestFirst<Item>(sizeMax);
      /** By when they came. */
      let waiting: Array<Item> = [];
      for (const [number, step] of steps.entries()) {
        if (step === "serve") {
          const next = queue.newest();
          const latest = Math.max(...waiting.map(({ startSec }) => startSec));
          expect(next).toBe(waiting.find(({ startSec }) => startSec === latest));
          if (next !== undefined) queue.remove(next.key);
          waiting = waiting.filter((each) => each !== next);
          continue;
        }
        const isWaiting = waiting.some(({ key }) => key === step.key);
        const added = { ...step, number };
        const dropped = queue.add(added);
        if (!isWaiting) waiting.push(added);
        if (dropped !== undefined) {
          // Nothing leaves before the queue is full, and then the oldest that came last.
          expect(waiting.length).toBe(sizeMax + 1);
          const oldest = Math.min(...waiting.map(({ startSec }) => startSec));
          expect(dropped).toBe(waiting.findLast(({ startSec }) => startSec === oldest) as Item);
        }
        waiting = waiting.filter((each) => each !== dropped);
        expect(queue.size()).toBe(waiting.length);
        expect(waiting.length).toBeLessThanOrEqual(sizeMax);
        for (const each of waiting) expect(queue.get(each.key)).toBe(each);
      }
    }));
  });
});
