import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lastSeqOf, REPLAY_MAX, type TopicEvent } from "../../../../core/stream/mod.ts";
import {
  isReplayable,
  makeTwapSeries,
  takeLoss,
  takeMissingFeed,
  takeReport,
  twapEventsOf,
} from "../../../../core/use_case/live/mod.ts";
import { pointOf } from "../../price/oracle_target.ts";

const START_SEC = 1_793_880_000;
/** Seconds are numbered from the first of the series; far ones exceed every patience and replay. */
const SECONDS_MAX = 1_500;
const anySecond = fc.oneof(fc.nat(20), fc.nat(SECONDS_MAX - 10));

interface Span<Kind> {
  readonly kind: Kind;
  readonly from: number;
  readonly width: number;
}

type Step =
  | Span<"report">
  | Span<"loss">
  | { readonly kind: "missing_feed"; readonly now: number };

const stepsOf = (reportWidthMax: number): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: spanOf("report", { widthMax: reportWidthMax }) },
      { weight: 3, arbitrary: spanOf("loss", { widthMax: 9 }) },
      fc.record({ kind: fc.constant("missing_feed" as const), now: anySecond }),
    ),
    { maxLength: 50 },
  );

function spanOf<Kind extends string>(
  kind: Kind,
  { from = anySecond, widthMax }: {
    readonly from?: fc.Arbitrary<number>;
    readonly widthMax: number;
  },
): fc.Arbitrary<Span<Kind>> {
  return fc.record({ kind: fc.constant(kind), from, width: fc.nat(widthMax - 1) });
}

/**
 * A series, and what it published. The price of a report is its second. Without a live second the
 * first ones are live already.
 */
function makeWorld(live = -1) {
  const state = makeTwapSeries({ asset: "btc", windowSec: 60 }, {
    startSec: START_SEC,
    liveSec: START_SEC + live,
  });
  const published: Array<TopicEvent> = [];
  const priceAt = (second: number) => BigInt(START_SEC + second);
  const takeStep = (step: Step): ReadonlyArray<TopicEvent> => {
    if (step.kind === "missing_feed") return takeMissingFeed(state, START_SEC + step.now);
    const [fromSec, toSec] = [START_SEC + step.from, START_SEC + step.from + step.width];
    if (step.kind === "loss") return takeLoss(state, { fromSec, toSec });
    const priceE18 = priceAt(step.from + step.width);
    return takeReport(state, {
      ...pointOf({ observedSec: toSec, priceE18 }),
      validFromSec: fromSec,
    });
  };
  return {
    state,
    published,
    take: (step: Step) => void published.push(...takeStep(step)),
    done: () => state.order.doneSec() - START_SEC,
    /** The seconds with an average of their own. */
    values: () =>
      published.flatMap((event) => event.kind === "twap" ? [event.seq - START_SEC] : []),
    priceAt,
  };
}

/** Expects that the events follow each other from a seq on. Returns the last seq. */
function expectWhole(events: ReadonlyArray<TopicEvent>, since: number): number {
  return events.reduce((last, event) => {
    if (event.kind === "gap") expect(event.fromSeq).toBe(last + 1);
    expect(lastSeqOf(event)).toBeGreaterThan(last);
    return lastSeqOf(event);
  }, since);
}

describe("a series of averages", () => {
  test("accounts for every second in order, however reports, losses and outages mix", () =>
    fc.assert(fc.property(stepsOf(3), (steps) => {
      const { take, state, published, priceAt } = makeWorld();
      for (const step of steps) {
        take(step);
        expect(expectWhole(published, START_SEC - 1)).toBe(state.order.doneSec());
      }
      take({ kind: "loss", from: 0, width: SECONDS_MAX });
      expect(expectWhole(published, START_SEC - 1)).toBe(START_SEC + SECONDS_MAX);
      for (const event of published) {
        if (event.kind === "twap") expect(event.priceE18).toBe(priceAt(event.seq - START_SEC));
      }
    })));

  test("publishes every average of a second that was neither published nor lost", () =>
    fc.assert(fc.property(stepsOf(1), (steps) => {
      const { take, done, values } = makeWorld();
      const reported = new Set<number>();
      const lost = new Set<number>();
      let due: ReadonlyArray<number> = [];
      let hasFeed = true;
      for (const step of steps) {
        if (step.kind === "report") {
          reported.add(step.from);
          if (step.from > done() && !lost.has(step.from)) due = [...due, step.from];
          hasFeed = true;
        } else if (step.kind === "loss") {
          for (let at = step.from; at <= step.from + step.width; at++) lost.add(at);
        } else if (hasFeed) {
          // What waits is part of the outage.
          due = due.filter((at) => at <= done() || at > Math.max(step.now, done() + 1));
          for (let at = done() + 1; at <= step.now; at++) lost.add(at);
          hasFeed = false;
        }
        take(step);
      }
      take({ kind: "loss", from: 0, width: SECONDS_MAX });
      const published = values();
      expect(published).toEqual(expect.arrayContaining([...due]));
      expect(published.filter((at) => !reported.has(at))).toEqual([]);
    })));

  test("replays from any second what was published, as far as a replay reaches", () =>
    fc.assert(fc.property(stepsOf(3), fc.nat(400), fc.nat(SECONDS_MAX), (...given) => {
      const [steps, values, second] = given;
      const { take, state, published, done } = makeWorld();
      for (const step of steps) take(step);
      for (let at = 0; at < values; at++) take({ kind: "report", from: done() + 1, width: 0 });
      const since = START_SEC - 1 + second;
      const replayed = twapEventsOf(state, since);
      const doneSec = state.order.doneSec();
      if (since >= doneSec) return expect(replayed).toEqual([]);
      expect(expectWhole(replayed, since)).toBe(doneSec);
      const reachSec = Math.max(since, doneSec - REPLAY_MAX);
      expect(replayed.filter(({ kind }) => kind === "twap")).toEqual(
        published.filter((event) => event.kind === "twap" && event.seq > reachSec),
      );
    })));
});

/** Nothing is given up for its age within these. */
const LIVE = 200;
const LIVE_SECONDS_MAX = 2 * LIVE;

/** Steps around the first live second, after which the oldest may still be unknown. */
const stepsAroundLive = (reportWidthMax: number): fc.Arbitrary<ReadonlyArray<Step>> => {
  const from = fc.oneof(fc.nat(9), fc.integer({ min: LIVE - 9, max: LIVE + 9 }));
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: spanOf("report", { from, widthMax: reportWidthMax }) },
      { weight: 2, arbitrary: spanOf("loss", { from, widthMax: 9 }) },
    ),
    { maxLength: 50 },
  );
};

describe("a series of averages that has just started", () => {
  test("publishes its first live average at once, whatever is unknown before it", () =>
    fc.assert(fc.property(fc.array(fc.nat(LIVE - 1)), fc.nat(20), (before, late) => {
      const { take, published, values } = makeWorld(LIVE);
      for (const from of before) take({ kind: "report", from, width: 0 });
      take({ kind: "report", from: LIVE + late, width: 0 });
      expect(values().at(-1)).toBe(LIVE + late);
      take({ kind: "report", from: LIVE + late + 1, width: 0 });
      expect(values().at(-1)).toBe(LIVE + late + 1);
      expect(published.filter(({ kind }) => kind === "gap")).toEqual([]);
    })));

  test("publishes each second from the first live one on, and none from before it after it", () =>
    fc.assert(fc.property(stepsAroundLive(3), (steps) => {
      const { take, state, published, priceAt } = makeWorld(LIVE);
      let before = 0;
      for (const step of steps) {
        if (!isReplayable(state, Infinity)) before = published.length;
        take(step);
      }
      expectWhole(published.slice(0, before), START_SEC - 1);
      const live = published.slice(before);
      const [begun] = live;
      if (begun === undefined) return;
      const since = begun.kind === "gap" ? begun.fromSeq - 1 : lastSeqOf(begun) - 1;
      expect(expectWhole(live, since)).toBe(state.order.doneSec());
      take({ kind: "loss", from: 0, width: LIVE_SECONDS_MAX });
      const replayed = twapEventsOf(state, START_SEC - 1);
      expect(expectWhole(replayed, START_SEC - 1)).toBe(state.order.doneSec());
      for (const event of replayed) {
        if (event.kind === "twap") expect(event.priceE18).toBe(priceAt(event.seq - START_SEC));
      }
    })));

  test("replays what a series does that waits for all before it", () => {
    const since = fc.integer({ min: -1, max: LIVE_SECONDS_MAX });
    fc.assert(fc.property(stepsAroundLive(1), since, (steps, second) => {
      const [live, waiting] = [makeWorld(LIVE), makeWorld()];
      const rest: Step = { kind: "loss", from: 0, width: LIVE_SECONDS_MAX };
      for (const world of [live, waiting]) for (const step of [...steps, rest]) world.take(step);
      expect(isReplayable(live.state, START_SEC - 1)).toBe(true);
      const replayed = twapEventsOf(live.state, START_SEC + second);
      expectWhole(replayed, START_SEC + second);
      expect(secondsOf(replayed)).toEqual(
        secondsOf(twapEventsOf(waiting.state, START_SEC + second)),
      );
    }));
  });

  test("says that a replay lacks something until all before its first average is known", () => {
    const { take, state } = makeWorld(LIVE);
    const canReplay = (second: number) => isReplayable(state, START_SEC + second);
    take({ kind: "loss", from: 0, width: 9 });
    expect(canReplay(LIVE + 5)).toBe(false);
    take({ kind: "report", from: LIVE + 5, width: 0 });
    expect([9, LIVE + 3, LIVE + 4].map(canReplay)).toEqual([false, false, true]);
    for (let from = 10; from < LIVE + 4; from++) take({ kind: "report", from, width: 0 });
    expect(canReplay(-1)).toBe(false);
    take({ kind: "report", from: LIVE + 4, width: 0 });
    expect(canReplay(-1)).toBe(true);
  });

  test("lacks nothing that was known before, that no feed has, or that no replay reaches", () => {
    const known = makeWorld(LIVE);
    known.take({ kind: "loss", from: 0, width: LIVE - 1 });
    known.take({ kind: "report", from: LIVE, width: 0 });
    expect(isReplayable(known.state, START_SEC)).toBe(true);

    const without = makeWorld(LIVE);
    without.take({ kind: "report", from: LIVE, width: 0 });
    without.take({ kind: "missing_feed", now: LIVE + 1 });
    expect(isReplayable(without.state, START_SEC)).toBe(true);

    const { take, state } = makeWorld(LIVE);
    for (let count = 1; count < REPLAY_MAX; count++) {
      take({ kind: "report", from: LIVE + count - 1, width: 0 });
    }
    expect(isReplayable(state, START_SEC)).toBe(false);
    take({ kind: "report", from: LIVE + REPLAY_MAX - 1, width: 0 });
    expect(isReplayable(state, START_SEC)).toBe(true);
    expect(twapEventsOf(state, START_SEC)[0]).toMatchObject({ reason: "replay_limit" });
  });
});

/** The seconds of events, with the price of those that have an average. */
function secondsOf(events: ReadonlyArray<TopicEvent>): ReadonlyArray<readonly [number, bigint?]> {
  return events.flatMap((event): ReadonlyArray<readonly [number, bigint?]> => {
    if (event.kind === "twap") return [[event.seq, event.priceE18]];
    if (event.kind !== "gap") return [];
    return Array.from({ length: event.toSeq - event.fromSeq + 1 }, (_, at) => [event.fromSeq + at]);
  });
}
