import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { TestClock } from "effect/testing";
import { EventCatalog, NotListed } from "../../../../core/port/event_catalog.ts";
import { Resolutions } from "../../../../core/port/resolutions.ts";
import {
  FACTS_LANES,
  FACTS_WAITING_MAX,
  layerWindowFacts,
  WindowFactsCache,
} from "../../../../core/use_case/window/mod.ts";
import { parseConditionId, type Resolution, type VenueEvent } from "../../../../core/venue/mod.ts";

const CONDITION = Option.getOrThrow(parseConditionId(`0x${"4f".repeat(32)}`));
const RESOLVED: Resolution = {
  status: "resolved",
  payoutsE6: Option.some([0n, 1_000_000n]),
  reporter: Option.some("CHAINLINK"),
  resolvedAtMs: Option.some(1_793_880_100_000),
};

/** The event of a window, which has ended or not. */
function eventOf(slug: string, isClosed: boolean): VenueEvent {
  const outcome = (name: string) => ({ name, tokenId: Option.some(name) });
  return {
    id: slug,
    slug,
    title: slug,
    tags: [],
    isClosed,
    unreadableMarkets: [],
    markets: [{
      id: slug,
      slug,
      question: slug,
      protocol: Option.some("v1"),
      conditionId: Option.some(CONDITION),
      outcomes: [outcome("Up"), outcome("Down")],
      isNegRisk: false,
      tickSize: Option.none(),
      orderSizeMin: Option.none(),
      isActive: true,
      isClosed,
      isAcceptingOrders: !isClosed,
      delaySec: 0,
      areFeesEnabled: Option.none(),
      feeType: Option.none(),
      feeSchedule: Option.none(),
    }],
  };
}

/** A venue that answers when it may, and the facts over it. */
function startFacts(
  { isListed = true, isHeld = false, resolution = Option.some(RESOLVED) }: {
    readonly isListed?: boolean;
    readonly isHeld?: boolean;
    readonly resolution?: Option.Option<Resolution>;
  } = {},
) {
  const asked: Array<string> = [];
  const held = Deferred.makeUnsafe<void>();
  if (!isHeld) Deferred.doneUnsafe(held, Effect.void);
  let [running, mostRunning] = [0, 0];
  const catalog = Layer.succeed(EventCatalog, {
    event: Effect.fnUntraced(function* (reference, freshness) {
      const slug = reference.by === "slug" ? reference.slug : reference.id;
      asked.push(slug);
      mostRunning = Math.max(mostRunning, ++running);
      yield* Deferred.await(held);
      running--;
      if (!isListed) return yield* new NotListed({ kind: "event", named: slug });
      return { value: eventOf(slug, freshness === "lasting"), askedAtMs: 0, isCached: false };
    }),
    market: () => Effect.die("no market is asked for"),
  });
  const resolutions = Layer.succeed(Resolutions, {
    of: () => Effect.succeed({ value: resolution, isCached: false }),
  });
  const runtime = ManagedRuntime.make(
    layerWindowFacts.pipe(
      Layer.provide(Layer.merge(catalog, resolutions)),
      Layer.provideMerge(TestClock.layer()),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    ),
  );
  const ask = (
    slugs: ReadonlyArray<string>,
    { isEnded = true, isPast = true, timeIsUp = Effect.never as Effect.Effect<void> } = {},
  ) =>
    runtime.runPromise(
      WindowFactsCache.use(({ until }) =>
        until(slugs.map((slug) => ({ slug, isEnded, isPast })), timeIsUp)
      ),
    );
  return {
    asked,
    ask,
    mostRunning: () => mostRunning,
    answer: () => Deferred.doneUnsafe(held, Effect.void),
    wait: (ms: number) => runtime.runPromise(TestClock.adjust(ms)),
  };
}

describe("what the venue says of windows", () => {
  test("is asked for once of a window that is resolved, and again of any other", async () => {
    const resolved = startFacts();
    const first = await resolved.ask(["a"]);
    expect(first[0]?.resolution)
      .toEqual({ outcome: "down", atMs: 1_793_880_100_000, source: "CHAINLINK" });
    expect(first[0]?.isCached).toBe(false);
    expect(await resolved.ask(["a"])).toEqual(
      first.map((one) => ({ ...one, isCached: true })) as never,
    );
    expect(resolved.asked).toEqual(["a"]);
    const open = startFacts({ resolution: Option.none() });
    for (let times = 0; times < 2; times++) {
      expect((await open.ask(["a"]))[0]).toMatchObject({ resolution: null });
    }
    expect(open.asked).toEqual(["a", "a"]);
  });

  test("has no resolution while the window is open, whatever the venue says", async () => {
    const { ask } = startFacts();
    const [facts] = await ask(["a"], { isEnded: false });
    expect(facts).toMatchObject({ resolution: null, market: { isAcceptingOrders: true } });
  });

  test("is asked for by few at a time, in one call for all who want the same", async () => {
    const { ask, asked, mostRunning, answer } = startFacts({ isHeld: true });
    const slugs = Array.from({ length: 20 }, (_, index) => `window-${index}`);
    const answers = Promise.all([ask(slugs), ask(slugs), ask(slugs.toReversed())]);
    answer();
    const [one, other] = await answers;
    expect(one.map((facts) => facts?.market)).toEqual(other.map((facts) => facts?.market));
    expect(asked.toSorted()).toEqual(slugs.toSorted());
    expect(mostRunning()).toBe(FACTS_LANES);
  });

  test("is not waited for beyond the time, and is known to who asks later", async () => {
    const { ask, asked, answer } = startFacts({ isHeld: true });
    expect(await ask(["a"], { timeIsUp: Effect.void })).toEqual([undefined]);
    const later = ask(["a"]);
    answer();
    expect((await later)[0]?.market).not.toBeNull();
    expect(asked).toEqual(["a"]);
  });

  test("is not asked for of more windows than may wait, whoever asks", async () => {
    const { ask, asked, answer } = startFacts({ isHeld: true });
    const slugs = Array.from({ length: FACTS_WAITING_MAX + 50 }, (_, index) => `window-${index}`);
    expect(await ask(slugs, { timeIsUp: Effect.void })).toEqual(slugs.map(() => undefined));
    const later = ask(slugs.slice(0, FACTS_WAITING_MAX));
    answer();
    await later;
    expect(asked).toHaveLength(FACTS_WAITING_MAX);
  });

  test("is asked for of a present window however many of the past wait", async () => {
    const { ask, asked, answer } = startFacts({ isHeld: true });
    const past = Array.from({ length: FACTS_WAITING_MAX + 50 }, (_, index) => `past-${index}`);
    await ask(past, { timeIsUp: Effect.void });
    const present = ask(["now"], { isEnded: false, isPast: false });
    while (!asked.includes("now")) await Promise.resolve();
    expect(asked.length).toBeLessThanOrEqual(FACTS_LANES + 1);
    answer();
    expect((await present)[0]?.market).not.toBeNull();
  });

  test("is not asked for again soon of a window that is not listed", async () => {
    const { ask, asked, wait } = startFacts({ isListed: false });
    for (let times = 0; times < 3; times++) {
      expect((await ask(["a"]))[0]).toMatchObject({ market: null, resolution: null });
    }
    expect(asked).toEqual(["a"]);
    await wait(15_001);
    await ask(["a"]);
    expect(asked).toEqual(["a", "a"]);
  });
});
