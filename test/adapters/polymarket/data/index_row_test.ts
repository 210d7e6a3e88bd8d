import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import {
  type Pages,
  POSITION,
  TRADE,
  WALLET,
  withIndexService,
  type WrittenRow,
} from "./index_service.ts";

const OPEN = "/v2/positions OPEN";
const ACTIVITY = "/v2/activity";
const position = (token_id: string, more: WrittenRow = {}) => ({ ...POSITION, token_id, ...more });

const holdings = (pages: Pages) =>
  withIndexService(pages, ({ port }) => Effect.result(port.holdings(WALLET)));
const activity = (pages: Pages) =>
  withIndexService(pages, ({ port }) => Effect.result(port.activity(WALLET, { sinceMs: 0 })));

describe("a row of an index", () => {
  test("says nothing by null, by nothing and by 999", async () => {
    const nothing = { outcome_index: 999, outcome: null, slug: null, avg_price: null };
    const { realized_pnl: _, ...rest } = position("1", nothing);
    const none = Option.none();
    expect(await holdings({ [OPEN]: [[rest]] })).toMatchObject({
      success: {
        holdings: [{
          outcomeIndex: none,
          averagePriceE6: none,
          realizedE6: none,
          outcome: "",
          slug: "",
        }],
      },
    });
  });

  const bare = { timestamp: 5, condition_id: "", token_id: "", side: "" };
  const odd = {
    condition_id: "0x1",
    side: "CONVERT",
    outcome_index: -1,
    size: 1e99,
    usdc_size: 1e99,
  };
  test.each<[string, string, WrittenRow]>([
    ["has empty texts", "split", { ...bare, type: "SPLIT" }],
    ["is of a kind that nobody knows", "other", { ...bare, ...odd, type: "CONVERSION" }],
    ["moved USDC alone", "payment", { ...bare, ...odd, type: "MAKER_REBATE" }],
  ])("says nothing but its time where it %s", async (_, kind, row) => {
    const none = Option.none();
    expect(await activity({ [ACTIVITY]: [[row]] })).toMatchObject({
      success: {
        activity: [{
          kind,
          type: String(row["type"]),
          atMs: 5_000,
          tx: none,
          conditionId: none,
          tokenId: none,
          outcomeIndex: none,
          side: none,
          sharesE6: none,
          usdcE6: none,
        }],
      },
    });
  });

  test("is read from the text of its numbers", async () => {
    const text = JSON.stringify([POSITION]).replace("20,", "9007199254.740993,")
      .replace("0.4,", "0.40000000000000002,");
    expect(await holdings({ [OPEN]: [text] })).toMatchObject({
      success: {
        holdings: [{ sharesE6: 9_007_199_254_740_993n, averagePriceE6: Option.some(400_000n) }],
      },
    });
  });

  test("names its condition by 64 digits or by 62, and its transaction in lower case", async () => {
    const short = `0x01${"a".repeat(36)}${"0".repeat(16)}00000000`;
    const result = await activity({ [ACTIVITY]: [[{ ...TRADE, condition_id: short }]] });
    expect(result).toMatchObject({
      success: {
        activity: [{
          conditionId: Option.some(`${short}00`),
          tx: Option.some(`0x${"ab".repeat(32)}`),
        }],
      },
    });
  });

  test("comes behind what is older, and what the service writes after it in a second", async () => {
    const rows = [
      { ...TRADE, size: 2, timestamp: 8 },
      { ...TRADE, size: 1, timestamp: 8 },
      { ...TRADE, size: 3, timestamp: 9 },
    ];
    const result = await activity({ [ACTIVITY]: [rows] });
    const sizes = [1_000_000n, 2_000_000n, 3_000_000n].map(Option.some);
    expect(result).toMatchObject({
      success: { activity: sizes.map((sharesE6) => ({ sharesE6 })) },
    });
  });

  test.each<[string, WrittenRow]>([
    ["no token", { token_id: "" }],
    ["a token that is null", { token_id: null }],
    ["no size", { current_size: null }],
    ["a size as text", { current_size: "20" }],
    ["a debt of shares", { current_size: -1 }],
    ["an outcome that is none", { outcome_index: -1 }],
  ])("of a holding with %s leaves its market unclear, and hides no other", async (_, change) => {
    const pages = { [OPEN]: [[position("2", change), position("1")]] };
    expect(await holdings(pages)).toMatchObject({
      success: {
        holdings: [{ tokenId: "1" }],
        unclear: new Set([POSITION.condition_id]),
        isAll: true,
      },
    });
  });

  test.each<[string, ReadonlyArray<unknown>, boolean]>([
    ["no condition", [position("2", { condition_id: "" })], false],
    ["a condition that is none", [position("2", { condition_id: "0x12" })], false],
    ["no fields at all", [7], false],
  ])("of a holding with %s may be of any market", async (_, rows) => {
    const read = (list: string) => holdings({ [list]: [JSON.stringify([...rows, POSITION])] });
    const found = { holdings: [{ tokenId: "71" }], unclear: new Set() };
    expect(await read(OPEN)).toMatchObject({ success: { ...found, isAll: false } });
    // Of what is closed nothing is held.
    expect(await read("/v2/positions CLOSED")).toMatchObject({
      success: { ...found, isAll: true },
    });
  });

  test.each<[string, WrittenRow]>([
    ["an unknown side", { side: "HOLD" }],
    ["an outcome that is none", { outcome_index: -1 }],
    ["an amount that nobody has", { usdc_size: 1e20 }],
    ["a size as text", { size: "20" }],
    ["no time", { timestamp: null }],
    ["half a second", { timestamp: 1.5 }],
  ])("of activity with %s has its names alone, and hides no other", async (_, change) => {
    const later = { ...TRADE, timestamp: TRADE.timestamp + 1, token_id: "72" };
    const result = await activity({ [ACTIVITY]: [[later, { ...TRADE, ...change }]] });
    const none = Option.none();
    const named = {
      kind: "trade",
      type: "TRADE",
      atMs: "timestamp" in change ? 0 : TRADE.timestamp * 1_000,
      tx: Option.some(TRADE.transaction_hash.toLowerCase()),
      conditionId: Option.some(TRADE.condition_id),
      tokenId: Option.some("71"),
    };
    expect(result).toMatchObject({
      success: {
        isAll: true,
        activity: [
          { ...named, outcomeIndex: none, side: none, sharesE6: none, usdcE6: none },
          { tokenId: Option.some("72"), side: Option.some("BUY") },
        ],
      },
    });
  });

  test("of activity says what it can, and nothing where it is none", async () => {
    const broken = [{ ...TRADE, condition_id: "0x12", type: 7 }, "none"];
    const none = Option.none();
    expect(await activity({ [ACTIVITY]: [JSON.stringify(broken)] })).toMatchObject({
      success: {
        activity: [
          { kind: "other", type: "", atMs: 0, tx: none, conditionId: none, tokenId: none },
          { kind: "other", type: "", conditionId: none, tokenId: Option.some("71") },
        ],
      },
    });
  });
});
