import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import {
  makeNewestFirst,
  type Waiting,
} from "../../../../adapters/polymarket/site/newest_first.ts";
import type { Asset } from "../../../../core/market/mod.ts";
import type { OpeningResult } from "../../../../core/port/price_feed.ts";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { UNWATCHED } from "../../../still_run.ts";
import { type Came, makeSite, questionAt, type Site, until } from "./site_world.ts";

const NOW = "2026-11-20T17:01:00Z";

/** What a test has at hand: a site, and a feed on a clock that only the test advances. */
interface HeldSite extends Site {
  readonly ask: (...queries: ReadonlyArray<TargetQuery>) => ReturnType<Site["feed"]["openings"]>;
  readonly pass: (sec: number) => Effect.Effect<void>;
  /** Asks for an old window, and waits for its call: after it the next may come in 5 s. */
  readonly occupy: Effect.Effect<unknown>;
  /** Lets time pass until so many calls have come. */
  readonly calls: (count: number) => Effect.Effect<ReadonlyArray<Came>>;
  /** Lets a hundred seconds pass, and gives all calls that have come. */
  readonly allCalls: Effect.Effect<ReadonlyArray<Came>>;
}

function withHeldSite(
  body: (site: HeldSite) => Generator<Effect.Effect<unknown>, void, never>,
): Promise<void> {
  const clock = makeStillClock(ms(NOW));
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(ms(NOW));
    const site = yield* makeSite(clock, { answerTimeoutMs: 1 });
    const ask = (...queries: ReadonlyArray<TargetQuery>) => site.feed.openings(queries);
    const pass = (sec: number) =>
      Effect.andThen(
        Effect.sync(() => clock.set(clock.nowMs() + sec * 1000)),
        TestClock.adjust(sec * 1000),
      );
    const step = Effect.andThen(pass(5), site.came);
    return yield* Effect.fnUntraced(body)({
      ...site,
      ask,
      pass,
      occupy: Effect.andThen(ask(at(30)), until(site.came, (all) => all.length === 1)),
      calls: (count) => until(step, (all) => all.length === count),
      allCalls: Effect.map(
        Effect.all(Array.from({ length: 20 }, () => step)),
        (all) => all.at(-1) ?? [],
      ),
    });
  });
  return Effect.runPromise(Effect.provide(Effect.scoped(program), [TestClock.layer(), UNWATCHED]));
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
  return failure?._tag === "ProviderFailed" && failure.reason === "queued" &&
    failure.retryAfterSec === 5;
};

describe("the queue of the site", () => {
  test("continues a request whose caller has left, and has its answer later", () =>
    withHeldSite(function* ({ publish, occupy, ask, calls, came }) {
      yield* publish(at(0), "5");
      yield* occupy;
      expect((yield* ask(at(0))).map(isPending)).toEqual([true]);
      yield* calls(2);
      expect(yield* until(ask(at(0)), ([result]) => !isPending(result)))
        .toMatchObject([{ success: { priceE18: 5_000_000_000_000_000_000n } }]);
      expect(yield* came).toHaveLength(2);
    }));

  test("asks for the newest and shortest windows first, each once, whatever came before", () =>
    withHeldSite(function* ({ occupy, ask, calls }) {
      yield* occupy;
      const long = questionAt("btc", "15min", NOW);
      const asked = [at(50), at(40), at(50), at(20), at(0, "eth"), at(20), long, at(0)];
      const others = (yield* Effect.forEach(asked, (query) => ask(query))).flat();
      const isYoung = asked.map(({ window }) => window.startSec === long.window.startSec);
      expect(others.map(isPending)).toEqual(isYoung);
      expect(others.map(isWaiting)).toEqual(isYoung.map((young) => !young));
      const order = [at(30), at(0, "eth"), at(0), at(20), at(40), at(50)];
      expect((yield* calls(6)).map(({ query }) => [
        query.get("symbol"),
        ms(query.get("eventStartTime") ?? "") / 1000,
        query.get("variant"),
      ])).toEqual(
        order.map(({ asset, window }) => [asset.toUpperCase(), window.startSec, "fiveminute"]),
      );
    }));

  test("asks once for what is being asked", () =>
    withHeldSite(function* ({ fault, ask, came, allCalls }) {
      yield* fault({ kind: "delay", delay_ms: 300, times: 1 });
      yield* ask(at(0));
      yield* ask(at(0));
      yield* until(came, (all) => all.length === 1);
      expect(yield* allCalls).toHaveLength(1);
    }));

  test("holds 64 questions, and lets the oldest go", () =>
    withHeldSite(function* ({ occupy, ask, allCalls }) {
      const asked = Array.from({ length: 70 }, (_, index) => at(5 * (index + 10)));
      yield* occupy;
      const results = yield* Effect.forEach(asked, (query) => ask(query), {
        concurrency: "unbounded",
      });
      expect(results.flat().every(isWaiting)).toBe(true);
      let last = -1;
      // Until nothing more comes, however much time passes.
      const came = yield* until(allCalls, (all) => {
        const isSame = all.length === last;
        last = all.length;
        return isSame && last >= 65;
      });
      expect(came).toHaveLength(65);
      expect(came.slice(1).map(({ query }) => ms(query.get("eventStartTime") ?? "") / 1000))
        .toEqual(asked.slice(0, 64).map(({ window }) => window.startSec));
    }));
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
