import { describe, expect, test } from "bun:test";
import { BigDecimal, Option } from "effect";
import fc from "fast-check";
import {
  type Activity,
  activityEntries,
  answeredEntries,
  fillEntries,
} from "../../../core/ledger/mod.ts";
import type { BookedFill } from "../../../core/ledger/mod.ts";
import { CONDITION, TOKENS } from "./arbitrary_entry.ts";

const some = Option.some;
const row = (fields: Partial<Activity> = {}): Activity => ({
  kind: "trade",
  atMs: 10_000,
  tx: some("0xaa"),
  conditionId: some(CONDITION),
  tokenId: some("11"),
  side: some("BUY"),
  sharesE6: some(10_000_000n),
  usdcE6: some(4_000_000n),
  ...fields,
});
const fill = (fields: Partial<BookedFill> = {}, side: "BUY" | "SELL" = "BUY"): BookedFill => ({
  tradeId: "t1",
  orderId: "0x1",
  role: "taker",
  priceE6: 400_000n,
  sharesE6: 10_000_000n,
  state: "confirmed",
  tx: some("0xAA"),
  matchedMs: 9_500,
  settledMs: some(12_000),
  feeRate: some(BigDecimal.fromStringUnsafe("0.07")),
  instruction: { tokenId: "11", conditionId: CONDITION, side },
  ...fields,
});
const elsewhere = (
  rows: ReadonlyArray<Activity>,
  fills: ReadonlyArray<BookedFill> = [],
  areTokensKnown = true,
) => {
  const tokensOf = () => areTokensKnown ? TOKENS : undefined;
  const { entries, unsettled, unclear } = activityEntries(rows, {
    fills: fillEntries(fills),
    tokensOf,
    conditionOf: (tokenId) => tokenId === "11" ? CONDITION : undefined,
  });
  return { entries, isUnsettled: unsettled.size > 0, isUnclear: unclear.size > 0 };
};
const NOTHING = { entries: [], isUnsettled: false, isUnclear: false };

describe("an own fill", () => {
  test("moves its shares, its worth and its fee, until the chain takes it back", () => {
    const bought = { tokenId: "11", sharesE6: 10_000_000n, usdcE6: -4_000_000n };
    expect(fillEntries([fill()])).toEqual([{
      id: "t1:0x1",
      kind: "fill",
      atMs: 9_500,
      settledMs: 12_000,
      conditionId: CONDITION,
      isFinal: true,
      moves: [bought],
      // 10 x 0.07 x 0.4 x 0.6
      feeE6: 168_000n,
      tx: "0xAA",
    }]);
    const [sold] = fillEntries([fill({ state: "mined", role: "maker" }, "SELL")]);
    expect(sold).toMatchObject({
      isFinal: false,
      moves: [{ sharesE6: -10_000_000n, usdcE6: 4_000_000n }],
      feeE6: 0n,
    });
    expect(fillEntries([fill({ state: "failed" })])).toEqual([]);
    expect(fillEntries([fill({ feeRate: Option.none() })])[0]?.feeE6).toBeNull();
  });
});

describe("what an order traded by the venue's answer", () => {
  const { orderId, instruction } = fill();
  const answer = { orderId, instruction, sharesE6: 25_000_000n, createdMs: 9_000 };

  test("stands for the fills that are not heard of yet", () => {
    const trades = [{ ...answer, usdcE6: some(10_000_001n) }];
    expect(answeredEntries(trades, [fill()])).toMatchObject({
      entries: [{
        isFinal: false,
        moves: [{ sharesE6: 15_000_000n, usdcE6: -6_000_001n }],
        feeE6: null,
      }],
      unclear: new Set(),
    });
    expect(answeredEntries(trades, [fill({ sharesE6: 25_000_000n, state: "failed" })]))
      .toEqual({ entries: [], unclear: new Set() });
  });

  test("has its shares, and leaves its market unclear, where the answer has no USDC", () => {
    const trades = [{ ...answer, usdcE6: Option.none() }];
    expect(answeredEntries(trades, [fill()])).toMatchObject({
      entries: [{ isFinal: false, moves: [{ sharesE6: 15_000_000n, usdcE6: 0n }] }],
      unclear: new Set([CONDITION]),
    });
  });
});

describe("what the index lists", () => {
  test("is nothing new where it is an own fill, in one row or in several", () => {
    expect(elsewhere([row()], [fill()])).toEqual(NOTHING);
    const parts = [row({ sharesE6: some(4_000_000n) }), row({ sharesE6: some(6_000_000n) })];
    expect(elsewhere(parts, [fill()])).toEqual(NOTHING);
    const fills = [fill({ sharesE6: 3_000_000n }), fill({ orderId: "0x2", sharesE6: 7_000_000n })];
    expect(elsewhere([row()], fills)).toEqual(NOTHING);
  });

  test("was traded elsewhere where it is more than the own fills of its transaction", () => {
    const more = [row({ sharesE6: some(12_000_000n), usdcE6: some(5_000_000n) })];
    expect(elsewhere(more, [fill()]).entries).toEqual([{
      id: `trade:0xaa:${CONDITION}:11:BUY`,
      kind: "trade",
      atMs: 10_000,
      settledMs: 10_000,
      conditionId: CONDITION,
      isFinal: true,
      moves: [{ tokenId: "11", sharesE6: 2_000_000n, usdcE6: -1_000_000n }],
      feeE6: null,
      tx: "0xaa",
    }]);
    for (const other of [{ tx: some("0xbb") }, { side: some("SELL" as const) }]) {
      expect(elsewhere([row(), row(other)], [fill()]).entries).toHaveLength(1);
    }
  });

  test("waits for a settled fill's own row where the venue named none, or another", () => {
    for (const tx of [Option.none(), some("0xbb")]) {
      const settled = fill({ tx, settledMs: some(12_000) });
      expect(elsewhere([row()], [settled])).toEqual({ ...NOTHING, isUnsettled: true });
      // Too early to be it, and too late.
      for (const atMs of [8_000, 73_000]) {
        expect(elsewhere([row({ atMs })], [settled]).entries).toHaveLength(1);
      }
      const both = [row(), row({ tx: some("0xbb") })];
      expect(elsewhere(both, [settled]).entries).toHaveLength(1);
    }
  });

  test("waits for no more shares than a fill has, and for them once", () => {
    const stuck = fill({ state: "retrying", tx: some("0x77"), sharesE6: 1_000_000n });
    const later = row({ tx: some("0xbb"), atMs: 86_400_000 });
    const { entries, isUnsettled } = elsewhere([later, row()], [stuck]);
    expect([
      isUnsettled,
      entries.map(({ tx, moves }) => [tx, moves[0]?.sharesE6, moves[0]?.usdcE6]),
    ])
      .toEqual([true, [["0xaa", 9_000_000n, -3_600_000n], ["0xbb", 10_000_000n, -4_000_000n]]]);
  });

  test("waits for an own fill that may be the same, and for no other", () => {
    for (const state of ["matched", "mined", "retrying"] as const) {
      const open = { state, tx: Option.none() };
      expect(elsewhere([row()], [fill(open)])).toEqual({ ...NOTHING, isUnsettled: true });
      // Its transaction may still be replaced, but now it is this one.
      expect(elsewhere([row()], [fill({ state })])).toEqual(NOTHING);
      for (const other of [fill({ ...open, matchedMs: 11_000 }), fill(open, "SELL")]) {
        expect(elsewhere([row()], [other]).entries).toHaveLength(1);
      }
    }
    expect(elsewhere([row()], [fill({ state: "failed" })]).entries).toHaveLength(1);
  });

  test("splits and merges pairs at half a dollar, to the last digit", () => {
    const pair = { tokenId: Option.none(), side: Option.none(), sharesE6: some(5_000_001n) };
    const movesOf = (kind: Activity["kind"]) =>
      elsewhere([row({ ...pair, kind })]).entries[0]?.moves;
    expect(movesOf("split")).toEqual([
      { tokenId: "11", sharesE6: 5_000_001n, usdcE6: -2_500_000n },
      { tokenId: "22", sharesE6: 5_000_001n, usdcE6: -2_500_001n },
    ]);
    expect(movesOf("merge")).toEqual([
      { tokenId: "11", sharesE6: -5_000_001n, usdcE6: 2_500_000n },
      { tokenId: "22", sharesE6: -5_000_001n, usdcE6: 2_500_001n },
    ]);
    expect(elsewhere([row({ ...pair, kind: "split" })], [], false))
      .toEqual({ ...NOTHING, isUnclear: true });
  });

  test("claims each outcome for what it paid", () => {
    const claim = row({ kind: "redeem", side: Option.none() });
    expect(elsewhere([claim]).entries).toMatchObject([
      { kind: "claim", feeE6: 0n, moves: [{ sharesE6: -10_000_000n, usdcE6: 4_000_000n }] },
    ]);
    expect(elsewhere([{ ...claim, tokenId: Option.none() }]))
      .toEqual({ ...NOTHING, isUnclear: true });
  });

  test("leaves a market unclear where shares moved and nobody can say how, and no other", () => {
    for (
      const wrong of [
        { kind: "other" as const },
        { kind: "other" as const, sharesE6: Option.none() },
        { sharesE6: Option.none() },
        { usdcE6: Option.none() },
        { sharesE6: some(-1n) },
        { usdcE6: some(-1n) },
        { tx: Option.none() },
        { tokenId: Option.none() },
        { side: Option.none() },
      ]
    ) expect(elsewhere([row(wrong)])).toEqual({ ...NOTHING, isUnclear: true });
    const unnamed = { conditionId: Option.none(), tokenId: Option.none() };
    expect(elsewhere([row({ kind: "payment" }), row({ kind: "other", ...unnamed })]))
      .toEqual(NOTHING);
  });

  test("is of the market of its outcome where the index does not name it", () => {
    const unnamed = row({ conditionId: Option.none() });
    expect(elsewhere([unnamed]).entries).toMatchObject([{ conditionId: CONDITION }]);
    expect(elsewhere([unnamed], [fill()])).toEqual(NOTHING);
    expect(elsewhere([{ ...unnamed, tokenId: some("99") }])).toEqual(NOTHING);
  });

  test("comes to the same in whatever order its rows are read", () => {
    const rows = fc.array(fc.record({
      kind: fc.constantFrom("trade", "split", "redeem"),
      tx: fc.constantFrom("0xaa", "0xbb"),
      tokenId: fc.constantFrom(...TOKENS),
      sharesE6: fc.bigInt(1n, 20_000_000n),
    }));
    fc.assert(fc.property(rows, fc.array(fc.boolean()), (drawn, order) => {
      const read = drawn.map(({ kind, tx, tokenId, sharesE6 }) =>
        row({ kind, tx: some(tx), tokenId: some(tokenId), sharesE6: some(sharesE6) })
      );
      const turned = read.toSorted((a, b) =>
        order[read.indexOf(a)] === order[read.indexOf(b)] ? 0 : 1
      );
      const byId = (entries: ReturnType<typeof elsewhere>["entries"]) =>
        entries.toSorted((a, b) => a.id < b.id ? -1 : 1);
      expect(byId(elsewhere(turned.toReversed(), [fill()]).entries))
        .toEqual(byId(elsewhere(read, [fill()]).entries));
    }));
  });
});
