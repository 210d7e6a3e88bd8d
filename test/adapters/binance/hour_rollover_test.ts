import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  fillGap,
  nextTrade,
  TIME_DISORDER_MS_MAX,
  type TradeGap,
  type TradePair,
  type TradeRun,
} from "../../../adapters/binance/hour_rollover.ts";
import type { AggTrade } from "../../../adapters/binance/payload.ts";
import {
  answer,
  come,
  count,
  type Delivery,
  disorderly,
  HOUR_MS,
  hourOf,
  lose,
  repeat,
  tape,
  trade,
} from "./trade_tape.ts";

/** Delivers a tape, and gives everything that was told on the way. */
function deliver(
  trades: ReadonlyArray<AggTrade>,
  deliveries: ReadonlyArray<Delivery>,
): ReadonlyArray<TradePair> {
  const told: Array<TradePair> = [];
  const gaps: Array<TradeGap> = [];
  let run: TradeRun | undefined;
  let at = 0;
  const take = (trade: AggTrade) => {
    const step = nextTrade(run, trade);
    run = step.run;
    if (step.rollover !== undefined) told.push(step.rollover);
    if (step.gap !== undefined) gaps.push(step.gap);
  };
  for (const { kind, ...how } of deliveries) {
    if (kind === "come") trades.slice(at, at + how.count).forEach(take);
    if (kind === "come" || kind === "lose") at += how.count;
    if (kind === "repeat" && "back" in how) {
      trades.slice(Math.max(0, at - how.back), at).slice(0, how.count).forEach(take);
    }
    if (kind === "answer" && "which" in how && run !== undefined && gaps.length > 0) {
      const [gap] = gaps.splice(how.which % gaps.length, 1);
      if (gap === undefined) continue;
      const missing = trades.filter(({ a }) => a > gap.before.last.a).slice(0, how.count);
      const filled = fillGap(run, gap, missing);
      run = filled.run;
      told.push(...filled.rollovers);
    }
  }
  return told;
}

describe("a turn that is told", () => {
  const anything = fc.array(fc.oneof(come, lose, repeat, answer), { maxLength: 40 });

  test("has the first trade of its hour, and the trade before it", () => {
    fc.assert(fc.property(disorderly, anything, (trades, deliveries) => {
      for (const { last, first } of deliver(trades, deliveries)) {
        const index = trades.findIndex(({ a }) => a === first.a);
        const hoursBefore = trades.slice(0, index).map(hourOf);
        expect(last).toEqual(trades[index - 1] as AggTrade);
        expect(hoursBefore.every((hour) => hour < hourOf(first))).toBe(true);
      }
    }));
  });

  test("is told of no hour twice, however far times go back", () => {
    fc.assert(fc.property(tape(5 * TIME_DISORDER_MS_MAX), anything, (trades, deliveries) => {
      const hours = deliver(trades, deliveries).map(({ first }) => hourOf(first));
      expect(hours).toEqual([...new Set(hours)]);
    }));
  });
});

describe("every hour is told", () => {
  /** The hours of an orderly tape that began long enough after its first trade. */
  const hoursOf = (trades: ReadonlyArray<AggTrade>) => {
    const [start] = trades;
    const hours = new Set(trades.map(hourOf));
    return [...hours].filter((hour) =>
      start !== undefined && hour * HOUR_MS > start.T + TIME_DISORDER_MS_MAX
    );
  };

  test("when nothing is lost, whatever comes twice", () => {
    const lossless = fc.array(fc.oneof(come, repeat), { maxLength: 40 });
    fc.assert(fc.property(tape(0), lossless, (trades, deliveries) => {
      const everything = [...deliveries, { kind: "come", count: Infinity } as const];
      const hours = deliver(trades, everything).map(({ first }) => hourOf(first));
      expect(hours).toEqual(hoursOf(trades));
    }));
  });

  test("when what was lost is had at once", () => {
    fc.assert(fc.property(tape(0), count, count, (trades, before, missing) => {
      const hours = deliver(trades, [
        { kind: "come", count: before },
        { kind: "lose", count: missing },
        { kind: "come", count: 1 },
        { kind: "answer", which: 0, count: Infinity },
      ]).map(({ first }) => hourOf(first));
      const seen = trades.slice(0, before + missing + 1);
      expect(hours).toEqual(
        seen.length > before + missing ? hoursOf(seen) : hoursOf(seen.slice(0, before)),
      );
    }));
  });
});

describe("nextTrade()", () => {
  const hour = 490_608 * HOUR_MS;

  test.each<[string, ReadonlyArray<readonly [number, number]>, Array<[number, number]>]>([
    ["tells nothing of trades that begin 100 ms before the hour", [[1, -100], [2, 0]], []],
    ["tells of trades that begin 101 ms before the hour", [[1, -101], [2, 0]], [[1, 2]]],
    ["tells of trades that begin after a hole", [[1, -90_000], [5, -5_000], [6, 7]], [[5, 6]]],
    ["tells nothing of trades too soon after a hole", [[1, -90_000], [5, -50], [6, 7]], []],
    ["goes on when ids begin again", [[901, -90_000], [1, -5_000], [2, 7]], [[1, 2]]],
  ])("%s", (_, offsets, turns) => {
    const trades = offsets.map(([id, offsetMs]) => trade(id, hour + offsetMs));
    const told = deliver(trades, [{ kind: "come", count: Infinity }]);
    expect(told.map(({ last, first }): [number, number] => [last.a, first.a])).toEqual(turns);
  });

  test("asks for missing trades only where an hour began among them", () => {
    const gapOf = (offsetMs: number) => {
      const { run } = nextTrade(undefined, trade(1, hour - 5_000));
      return nextTrade(run, trade(9, hour + offsetMs)).gap;
    };
    expect(gapOf(-1)).toBeUndefined();
    expect(gapOf(0)).toMatchObject({ before: { last: { a: 1 } }, after: { a: 9 } });
  });
});

test("fillGap() leaves nothing to tell of an hour that it told, were times to go back", () => {
  const at = (id: number, offsetMs: number) => trade(id, 490_608 * HOUR_MS + offsetMs);
  const { run } = nextTrade(undefined, at(1, -5_000));
  const { run: after, gap } = nextTrade(run, at(4, 40));
  if (gap === undefined) throw new Error("no gap");
  const missing = [at(2, -200), at(3, 7)];
  const { run: filled, rollovers } = fillGap(after, gap, missing);
  expect(rollovers).toEqual([{ last: at(2, -200), first: at(3, 7) }]);
  expect(fillGap(filled, gap, missing).rollovers).toEqual([]);
  const late = nextTrade(filled, at(5, -3_000)).run;
  expect(nextTrade(late, at(6, 60)).rollover).toBeUndefined();
});
