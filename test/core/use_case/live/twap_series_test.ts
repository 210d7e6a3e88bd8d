import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lastSeqOf, REPLAY_MAX, type TopicEvent } from "../../../../core/stream/mod.ts";
import {
  makeTwapSeries,
  takeLoss,
  takeMissingFeed,
  takeReport,
  twapEventsOf,
} from "../../../../core/use_case/mod.ts";
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
      { weight: 6, arbitrary: spanOf("report", reportWidthMax) },
      { weight: 3, arbitrary: spanOf("loss", 9) },
      fc.record({ kind: fc.constant("missing_feed" as const), now: anySecond }),
    ),
    { maxLength: 50 },
  );

function spanOf<Kind extends string>(kind: Kind, widthMax: number): fc.Arbitrary<Span<Kind>> {
  return fc.record({ kind: fc.constant(kind), from: anySecond, width: fc.nat(widthMax - 1) });
}

/** A series, and what it published. The price of a report is its second. */
function makeWorld() {
  const state = makeTwapSeries({ asset: "btc", windowSec: 60 }, START_SEC);
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
  test("accounts for every second in order, however reports, losses and outages mix", () => {
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
    }));
  });

  test("publishes every average of a second that was neither published nor lost", () => {
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
    }));
  });

  test("replays from any second what was published, as far as a replay reaches", () => {
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
    }));
  });
});
