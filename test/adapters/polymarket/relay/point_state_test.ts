import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makePointState } from "../../../../adapters/polymarket/relay/point_state.ts";
import { makePointCache } from "../../../../adapters/polymarket/relay/point_cache.ts";
import { ASSETS } from "../../../../core/market/mod.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";
import type { RelayPoint } from "../../../../core/price/mod.ts";
import { NOW_SEC, pointOf } from "./relay_texts.ts";
import { type Fate, play, type PublishedEvent } from "./conversation_world.ts";

/** The published seconds of btc, and how first: never twice, except late points. */
function accountOf(events: ReadonlyArray<PublishedEvent>) {
  const points = new Set<number>();
  const account = new Map<number, { how: "point" | "lost"; publishedMs: number }>();
  for (const event of events) {
    if (event.kind === "point" && event.asset === "btc") {
      const { observedSec } = event.point;
      expect(points.has(observedSec)).toBe(false);
      points.add(observedSec);
      if (account.has(observedSec)) continue;
      account.set(observedSec, { how: "point", publishedMs: event.publishedMs });
    }
    if (event.kind === "lost_reports" && event.asset === "btc" && event.fromSec > 0) {
      for (let sec = event.fromSec; sec <= event.toSec; sec++) {
        expect(account.has(sec)).toBe(false);
        account.set(sec, { how: "lost", publishedMs: event.publishedMs });
      }
    }
  }
  return account;
}

const usualMs = fc.integer({ min: 1_100, max: 2_200 });
const fateOf = (delayMs: fc.Arbitrary<number | undefined>, lostWeight: number) =>
  fc.record({
    delayMs,
    isLost: fc.oneof(
      { weight: 10, arbitrary: fc.constant(false) },
      { weight: lostWeight, arbitrary: fc.constant(true) },
    ),
  });
const anyDelay = fc.oneof(
  { weight: 12, arbitrary: usualMs },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 2_200, max: 60_000 }) },
);
const fates = (fate: fc.Arbitrary<Fate>) => fc.array(fate, { minLength: 15, maxLength: 60 });

describe("makePointState() and the conversation above it", () => {
  test("publish every second once, in fifteen seconds, and every point that arrives", () => {
    fc.assert(
      fc.property(fates(fateOf(anyDelay, 2)), (fates) => {
        const { events, ends, firstSec, nowMs } = play(fates);
        expect(ends).toEqual([]);
        const account = accountOf(events);
        const newestSec = Math.max(...account.keys());
        for (let sec = NOW_SEC - 120; sec < newestSec; sec++) {
          const published = account.get(sec);
          if (published === undefined) throw new Error(`nothing is published for ${sec}`);
          const laterMs = [...account].filter(([later]) => later > sec)
            .map(([, { publishedMs }]) => publishedMs);
          expect(published.publishedMs - Math.min(...laterMs)).toBeLessThanOrEqual(15_500);
        }
        const points = new Set(
          events.flatMap((event) => event.kind === "point" ? [event.point.observedSec] : []),
        );
        for (const [index, { delayMs = Infinity, isLost }] of fates.entries()) {
          const isSent = !isLost && (index - 10) * 1000 + delayMs < nowMs() - 1_000;
          if (isSent) expect(points.has(firstSec + index)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("lose nothing that the relay publishes in time, whatever frames are lost", () => {
    fc.assert(
      fc.property(fates(fateOf(usualMs, 5)), (fates) => {
        const { events, firstSec } = play(fates);
        const account = accountOf(events);
        const newestSec = Math.max(...account.keys());
        for (let sec = firstSec; sec <= newestSec; sec++) {
          expect(account.get(sec)?.how).toBe("point");
        }
      }),
      { numRuns: 60 },
    );
  });

  test("ask for snapshots no more often than every five seconds", () => {
    fc.assert(
      fc.property(fates(fateOf(anyDelay, 20)), (fates) => {
        const { sent } = play(fates);
        const askedMs = sent.filter(({ op }) => op === "subscribe").map(({ sentMs }) => sentMs);
        for (const [at, ms] of askedMs.slice(1).entries()) {
          expect(ms - (askedMs[at] ?? 0)).toBeGreaterThanOrEqual(5_000);
        }
        const count = (op: string) => sent.filter((frame) => frame.op === op).length;
        expect(count("unsubscribe")).toBe(count("subscribe") - 1);
        expect(count("auth")).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  test("ask for no snapshot while nothing is missing", () => {
    fc.assert(
      fc.property(fates(fateOf(usualMs, 0)), (fates) => {
        const calm = fates.map(({ delayMs }): Fate => ({ delayMs, isLost: false }));
        const { sent } = play(calm, { tailMs: 0 });
        const asked = sent.filter(({ subscriptions }) =>
          subscriptions?.some(({ filter }) => filter.symbol === "btcusd")
        );
        expect(asked).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });
});

function makeState(nowSec: () => number = () => NOW_SEC) {
  const events: Array<LiveEvent> = [];
  const memory = makePointCache();
  const state = makePointState({ memory, publish: (event) => void events.push(event), nowSec });
  events.length = 0;
  const take = (points: ReadonlyArray<RelayPoint>, nowMs: number) =>
    state.take("btc", { points, nowMs });
  return { state, take, events, memory };
}

const lost = (fromSec: number, toSec: number): LiveEvent => ({
  kind: "lost_reports",
  asset: "btc",
  stream: "twap_60",
  fromSec,
  toSec,
});

describe("makePointState()", () => {
  test("publishes at once what is older than the two minutes of a snapshot", () => {
    const events: Array<LiveEvent> = [];
    const publish = (event: LiveEvent) => void events.push(event);
    makePointState({ memory: makePointCache(), publish, nowSec: () => NOW_SEC });
    expect(events).toEqual(ASSETS.map((asset) => ({ ...lost(0, NOW_SEC - 121), asset })));
  });

  test("publishes a correction, and keeps it", () => {
    const { take, events, memory } = makeState();
    const [first, second] = [
      pointOf(NOW_SEC, { valueE18: 1n }),
      pointOf(NOW_SEC, { valueE18: 2n }),
    ];
    expect(take([first], 0)).toBe(true);
    expect(take([first], 0)).toBe(false);
    expect(take([second], 0)).toBe(true);
    expect(events).toEqual([
      { kind: "point", asset: "btc", point: first },
      { kind: "point", asset: "btc", point: second },
    ]);
    expect(memory.at("btc", NOW_SEC)).toBe(second);
  });

  test("publishes absent ranges of a fast clock as they fall out of reach, each as one", () => {
    let sec: number = NOW_SEC;
    const { state, take, events } = makeState(() => sec);
    for (; sec <= NOW_SEC + 1_000; sec += 100) take([pointOf(sec)], 0);
    expect(events.filter(({ kind }) => kind === "lost_reports")).toEqual([
      lost(NOW_SEC - 120, NOW_SEC - 1),
      ...[0, 100, 200, 300, 400, 500, 600, 700].map((at) =>
        lost(NOW_SEC + at + 1, NOW_SEC + at + 99)
      ),
    ]);
    // No snapshot is asked for on account of what was never there.
    expect(state.doubtful(999)).toEqual([]);
    sec += 10_000;
    expect(state.doubtful(1_000_000)).toEqual([]);
  });

  test("gives up what an answer does not have, and nothing that may still come", () => {
    const { state, take, events } = makeState();
    for (const sec of [NOW_SEC - 5, NOW_SEC]) take([pointOf(sec)], 0);
    state.answered("btc", NOW_SEC + 4);
    expect(events.filter(({ kind }) => kind === "lost_reports"))
      .toEqual([lost(NOW_SEC - 120, NOW_SEC - 6)]);
  });

  test("gives nothing up that is of the future, however long it is waited for", () => {
    const { state, take, events } = makeState();
    for (let sec = NOW_SEC - 120; sec <= NOW_SEC; sec++) take([pointOf(sec)], 0);
    take([pointOf(NOW_SEC + 50)], 0);
    state.tend(60_000);
    expect(events.filter(({ kind }) => kind === "lost_reports")).toEqual([]);
  });
});
