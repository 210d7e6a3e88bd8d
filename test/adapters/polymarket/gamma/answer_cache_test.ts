import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Option, Result } from "effect";
import { makeAnswerCache } from "../../../../adapters/polymarket/gamma/answer_cache.ts";
import {
  isFresh,
  type Stage,
  stageOfEvent,
  stageOfMarket,
} from "../../../../adapters/polymarket/event_catalog.ts";
import type { Freshness } from "../../../../core/port/event_catalog.ts";
import { stagedEvent, stagedMarket } from "../../../contract/event_catalog_contract.ts";
import { layerStillClock, makeStillClock } from "../../../simulator/kit/support.ts";

const START_MS = 1_792_000_000_000;
const always = () => true;
const younger = (ms: number) => (_: unknown, ageMs: number) => ageMs >= 0 && ageMs < ms;

/** A memory that counts how often it asks; each asking waits until the gate is open. */
const makeCounted = Effect.fnUntraced(function* (
  { answersMax = 10, otherKeys = () => [] }: {
    readonly answersMax?: number;
    readonly otherKeys?: (key: string, value: string) => ReadonlyArray<string>;
  } = {},
) {
  const gate = yield* Deferred.make<void>();
  const asked: Array<string> = [];
  const memory = yield* makeAnswerCache({
    ask: Effect.fnUntraced(function* (key: string) {
      asked.push(key);
      const number = asked.length;
      yield* Deferred.await(gate);
      return key.startsWith("bad") ? yield* Effect.fail(`${key} ${number}`) : `${key} ${number}`;
    }),
    otherKeys,
    answersMax,
  });
  return { ...memory, asked, open: Deferred.succeed(gate, undefined) };
});

function run<A, E>(program: Effect.Effect<A, E>, clock = makeStillClock(START_MS)): Promise<A> {
  return Effect.runPromise(Effect.provide(program, layerStillClock(clock)));
}

/** Every fiber goes as far as it can. */
const pause = Effect.promise(() => new Promise((resume) => setImmediate(resume)));

describe("the memory of answers", () => {
  test("asks once for a hundred equal questions, and keeps an answer, but no failure", () =>
    run(Effect.gen(function* () {
      const memory = yield* makeCounted();
      const ask = (key: string) => Effect.result(memory.recall(key, always));
      const keys = Array.from({ length: 200 }, (_, at) => at < 100 ? "a" : "bad");
      const fibers = yield* Effect.forEach(keys, (key) => Effect.forkChild(ask(key)));
      yield* pause;
      yield* memory.open;
      const found = Result.succeed({ value: "a 1", isCached: false });
      expect(yield* Fiber.joinAll(fibers))
        .toMatchObject(keys.map((key) => key === "a" ? found : Result.fail("bad 2")));
      expect(yield* ask("a")).toMatchObject(Result.succeed({ value: "a 1", isCached: true }));
      expect(yield* ask("bad")).toEqual(Result.fail("bad 3"));
    })));

  test("continues for the others when the first caller has left", () =>
    run(Effect.gen(function* () {
      const memory = yield* makeCounted();
      const first = yield* Effect.forkChild(memory.recall("a", always));
      yield* pause;
      const second = yield* Effect.forkChild(memory.recall("a", always));
      yield* pause;
      yield* Fiber.interrupt(first);
      yield* memory.open;
      expect((yield* Fiber.join(second)).value).toBe("a 1");
      expect(memory.asked).toEqual(["a"]);
    })));

  test("keeps one answer for those who want it new and those who do not mind, with its age", () => {
    const clock = makeStillClock(START_MS);
    return run(
      Effect.gen(function* () {
        const memory = yield* makeCounted();
        yield* memory.open;
        yield* memory.recall("a", younger(10));
        clock.set(START_MS + 10);
        const recall = (ageMs: number) =>
          Effect.map(
            memory.recall("a", younger(ageMs)),
            ({ value, askedAtMs, isCached }) => [value, askedAtMs - START_MS, isCached],
          );
        expect(yield* recall(300)).toEqual(["a 1", 0, true]);
        expect(yield* recall(10)).toEqual(["a 2", 10, false]);
        clock.set(START_MS + 19);
        expect(yield* recall(10)).toEqual(["a 2", 10, true]);
        clock.set(START_MS);
        expect(yield* recall(10)).toEqual(["a 3", 0, false]);
      }),
      clock,
    );
  });

  test("finds an answer under its other keys", () =>
    run(Effect.gen(function* () {
      const memory = yield* makeCounted({ otherKeys: (key) => [`${key}'`] });
      yield* memory.open;
      yield* memory.recall("a", always);
      expect(yield* memory.recall("a'", always)).toMatchObject({ value: "a 1", isCached: true });
      expect((yield* memory.recall("b'", always)).isCached).toBe(false);
    })));

  test("keeps a bounded number of answers, the most recently used", () =>
    run(Effect.gen(function* () {
      const memory = yield* makeCounted({ answersMax: 2 });
      yield* memory.open;
      for (const key of ["a", "b", "a", "c"]) yield* memory.recall(key, always);
      expect(memory.asked).toEqual(["a", "b", "c"]);
      for (const key of ["a", "c", "b"]) yield* memory.recall(key, always);
      expect(memory.asked).toEqual(["a", "b", "c", "b"]);
    })));
});

describe("the life of an answer", () => {
  test.each<[Freshness, Stage, number]>([
    ["lasting", "unfinished", 10],
    ["lasting", "open", 300],
    ["lasting", "closed", 300],
    ["current", "unfinished", 10],
    ["current", "open", 10],
    ["current", "closed", 120],
  ])("%s, %s: %d s", (freshness, stage, lifeSec) => {
    const isFreshAt = (ageMs: number) => isFresh(ageMs, { freshness, stage });
    expect([0, lifeSec * 1000 - 1, lifeSec * 1000].map(isFreshAt)).toEqual([true, true, false]);
  });

  test("an answer from the future is not fresh: the clock was set back", () => {
    expect(isFresh(-1, { freshness: "lasting", stage: "open" })).toBe(false);
  });

  const open = stagedMarket("a");
  const closed = { ...open, isClosed: true };
  const undeployed = { ...open, conditionId: Option.none() };
  const tokenless = {
    ...open,
    outcomes: open.outcomes.map(({ name }) => ({ name, tokenId: Option.none() })),
  };

  test("a market is unfinished until it has its condition and tokens", () => {
    expect([open, closed, undeployed, tokenless, { ...open, outcomes: [] }].map(stageOfMarket))
      .toEqual(["open", "closed", "unfinished", "unfinished", "unfinished"]);
  });

  test("an event has the stage of the least final of its markets", () => {
    const event = stagedEvent("e");
    const stage = (isClosed: boolean, ...markets: ReadonlyArray<typeof open>) =>
      stageOfEvent({ ...event, isClosed, markets });
    expect(stage(false, open, closed)).toBe("open");
    expect(stage(false, closed)).toBe("open");
    expect(stage(true, open, closed)).toBe("open");
    expect(stage(true, closed)).toBe("closed");
    expect(stage(true)).toBe("closed");
    expect(stage(false)).toBe("unfinished");
    expect(stage(false, open, tokenless)).toBe("unfinished");
    expect(
      stageOfEvent({
        ...event,
        isClosed: true,
        markets: [],
        unreadableMarkets: [{ named: "x", fee: Option.none() }],
      }),
    )
      .toBe("unfinished");
  });
});
