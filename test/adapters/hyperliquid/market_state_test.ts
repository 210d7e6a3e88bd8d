import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { CHANGES, CURRENT_MS } from "../../../adapters/hyperliquid/listing_state.ts";
import { makeMarketState } from "../../../adapters/hyperliquid/market_state.ts";
import type { ListUpdate } from "../../../adapters/hyperliquid/stream_frame.ts";

const rowOf = (outcome: number) => ({
  outcome,
  name: "Recurring",
  description: "class:priceBinary|underlying:BTC|expiry:20260526-0600|targetPrice:1|period:1d",
  sideSpecs: [{ name: "Yes" }, { name: "No" }],
});
const created = (outcome: number): ListUpdate => ({ kind: "created", row: rowOf(outcome) });
const settled = (outcomeId: number): ListUpdate => ({ kind: "settled", outcomeId });
const told = (...updates: ReadonlyArray<ListUpdate>) => ({ kind: "updates", updates }) as const;
const SUBSCRIBED = { kind: "subscribed", type: CHANGES } as const;
const PULSE = { kind: "nothing" } as const;

type Desk = ReturnType<typeof makeMarketState>;
const idsAt = (desk: Desk, nowMs: number) =>
  Option.getOrUndefined(
    Option.map(desk.listedNow(nowMs), (listed) => listed.map(({ outcomeId }) => outcomeId).sort()),
  );

function look(desk: Desk, atMs: number, outcomes: ReadonlyArray<number>): void {
  const { take, end } = desk.beginList(atMs);
  take(outcomes.map(rowOf));
  end();
}

/** A desk that is told of changes, and has read the list of these since. */
function streamed(outcomes: ReadonlyArray<number> = [1]): Desk {
  const desk = makeMarketState();
  desk.receive(SUBSCRIBED, 0);
  look(desk, 1, outcomes);
  return desk;
}

describe("the desk of the secondary venue's list", () => {
  test("knows nothing before a whole list was read, whatever it is told", () => {
    const desk = makeMarketState();
    desk.receive(SUBSCRIBED, 0);
    desk.receive(told(created(1)), 1);
    expect(idsAt(desk, 1)).toBeUndefined();
  });

  test("knows what was read for two seconds", () => {
    const desk = makeMarketState();
    look(desk, 0, [1, 2]);
    expect([idsAt(desk, CURRENT_MS), idsAt(desk, CURRENT_MS + 1)]).toEqual([[1, 2], undefined]);
  });

  test("is told of changes from a whole list on that was asked for while it was told", () => {
    const desk = makeMarketState();
    look(desk, 0, [1]);
    desk.receive(SUBSCRIBED, 1);
    for (let atMs = 1; atMs < 30_000; atMs += 1_000) desk.receive(PULSE, atMs);
    expect(idsAt(desk, 29_000)).toBeUndefined();
    look(desk, 30_000, [1]);
    desk.receive(told(created(2)), 33_000);
    desk.receive(told(settled(1)), 34_000);
    expect(idsAt(desk, 34_500)).toEqual([2]);
  });

  test.each<[string, (desk: Desk) => void]>([
    ["is quiet", () => {}],
    ["is gone", (desk) => {
      desk.receive(PULSE, 10_000);
      desk.lostStream();
    }],
    ["is not understood", (desk) => {
      desk.receive(PULSE, 10_000);
      desk.receive({ kind: "unreadable" }, 10_000);
    }],
    ["says only that it does not understand", (desk) => {
      desk.receive({ kind: "refused", text: "?" }, 10_000);
    }],
  ])("relies on no stream that %s", (_, happen) => {
    const desk = streamed();
    desk.receive(PULSE, 5_000);
    expect(idsAt(desk, 7_000)).toEqual([1]);
    happen(desk);
    expect(idsAt(desk, 10_001)).toBeUndefined();
  });

  test("reads the whole list again within a minute", () => {
    const desk = streamed();
    for (let atMs = 1_000; atMs <= 60_000; atMs += 1_000) desk.receive(PULSE, atMs);
    expect([idsAt(desk, 60_001), idsAt(desk, 60_002)]).toEqual([[1], undefined]);
  });

  test("prefers the list that was asked for later", () => {
    const desk = makeMarketState();
    const [older, newer] = [desk.beginList(0), desk.beginList(1)];
    newer.take([rowOf(2)]);
    expect(older.take([rowOf(1)]).map(({ outcomeId }) => outcomeId)).toEqual([2]);
    expect(idsAt(desk, 1)).toEqual([2]);
  });

  test("ends with what the venue lists, however its changes and answers are mixed", () => {
    const change = fc.record({ outcome: fc.integer({ min: 0, max: 4 }), isLook: fc.boolean() });
    fc.assert(fc.property(fc.array(change), (changes) => {
      const desk = makeMarketState();
      desk.receive(SUBSCRIBED, 0);
      const listed = new Set<number>();
      let underway: {
        readonly answer: ReadonlyArray<number>;
        readonly look: ReturnType<Desk["beginList"]>;
      } | undefined;
      let nowMs = 0;
      for (const { outcome, isLook } of changes) {
        nowMs += 1;
        if (isLook) {
          underway?.look.take(underway.answer.map(rowOf));
          underway?.look.end();
          underway = { look: desk.beginList(nowMs), answer: [...listed] };
          continue;
        }
        const isNew = !listed.has(outcome);
        if (isNew) listed.add(outcome);
        else listed.delete(outcome);
        desk.receive(told(isNew ? created(outcome) : settled(outcome)), nowMs);
      }
      underway?.look.take(underway.answer.map(rowOf));
      if (underway !== undefined) expect(idsAt(desk, nowMs)).toEqual([...listed].sort());
    }));
  });

  test("keeps prices for two seconds", () => {
    const desk = makeMarketState();
    const mids = new Map([[10, 1n]]);
    expect(desk.receive({ kind: "mids", mids }, 0)).toBe(true);
    expect(desk.midsNow(CURRENT_MS)).toEqual(Option.some(mids));
    expect(desk.midsNow(CURRENT_MS + 1)).toEqual(Option.none());
  });

  test("prefers prices that were told to those that were asked for before", () => {
    const desk = makeMarketState();
    const [told, asked] = [new Map([[10, 5n]]), new Map([[10, 1n]])];
    desk.receive({ kind: "mids", mids: told }, 5_000);
    // A frame that has none of any side is about other coins.
    desk.receive({ kind: "mids", mids: new Map() }, 6_000);
    expect(desk.takeMids(asked, 4_000)).toBe(told);
    expect(desk.midsNow(6_500)).toEqual(Option.some(told));
    expect(desk.takeMids(asked, 5_000)).toBe(asked);
  });

  test("complains of a row once, of ten at once, and of noise never", () => {
    const desk = makeMarketState();
    const noise = { ...rowOf(8), name: "template:x" };
    const bad = Array.from({ length: 12 }, (_, at) => ({ ...rowOf(100 + at), sideSpecs: [] }));
    for (const atMs of [0, 1]) desk.beginList(atMs).take(["?", noise, { outcome: 9 }, ...bad]);
    const { rows, more } = desk.takeSkipped();
    expect(rows.map(({ id }) => id)).toEqual([
      "?",
      "9",
      ...bad.slice(0, 8).map(({ outcome }) => `${outcome}`),
    ]);
    expect(more).toBe(4);
    expect(desk.takeSkipped()).toEqual({ rows: [], more: 0 });
  });

  test("lists nothing of a row that is no market any more", () => {
    const desk = makeMarketState();
    look(desk, 0, [1, 2]);
    desk.receive(told({ kind: "created", row: { ...rowOf(1), description: "other" } }), 1);
    expect(idsAt(desk, 1)).toEqual([2]);
  });

  test("forgets a list that does not come", () => {
    const desk = makeMarketState();
    const { take, end } = desk.beginList(0);
    end();
    desk.receive(told(created(3)), 1);
    expect(take([rowOf(1)]).map(({ outcomeId }) => outcomeId)).toEqual([1]);
  });

  test("is told of changes by their own channel alone", () => {
    const desk = makeMarketState();
    desk.receive({ kind: "subscribed", type: "allMids" }, 0);
    look(desk, 1, [1]);
    desk.receive(PULSE, 5_000);
    expect(idsAt(desk, 5_000)).toBeUndefined();
  });

  test("relies on the stream again once a list was read after what it did not understand", () => {
    const desk = streamed();
    desk.receive({ kind: "unreadable" }, 2);
    desk.receive(PULSE, 5_000);
    expect(idsAt(desk, 5_000)).toBeUndefined();
    look(desk, 5_001, [1]);
    desk.receive(PULSE, 9_000);
    expect(idsAt(desk, 9_000)).toEqual([1]);
    desk.lostStream();
    desk.receive({ kind: "unreadable" }, 9_001);
    look(desk, 9_002, [1]);
    desk.receive(PULSE, 13_000);
    expect(idsAt(desk, 13_000)).toBeUndefined();
  });
});
