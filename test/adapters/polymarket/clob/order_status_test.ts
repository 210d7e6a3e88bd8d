import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { readE6 } from "../../../../adapters/polymarket/clob/e6_text.ts";
import {
  type OrderOwnStatus,
  readOrderStatus,
  readTrades,
} from "../../../../adapters/polymarket/clob/order_status.ts";
import type { RefusalReason, VenueOrderStatus } from "../../../../core/order/mod.ts";

const ID = `0x${"ab".repeat(32)}`;
const OTHER = `0x${"cd".repeat(32)}`;

describe("an order's own status", () => {
  const read = (status: string, size_matched?: string | null) =>
    readOrderStatus(size_matched === undefined ? { status } : { status, size_matched });

  test.each<[string, string | null | undefined, OrderOwnStatus]>([
    ["LIVE", "0.0000", { kind: "pending" }],
    ["live", null, { kind: "pending" }],
    ["LIVE", "", { kind: "pending" }],
    ["ORDER_STATUS_LIVE", "0", { kind: "pending" }],
    ["order_status_live", "1500000", { kind: "pending" }],
    ["UNMATCHED", undefined, { kind: "pending" }],
    ["UNMATCHED", "1.5", { kind: "pending" }],
    ["LIVE", "1.5", { kind: "pending" }],
    ["MATCHED", "5.12", { kind: "traded", sharesE6: 5_120_000n }],
    ["MATCHED", "5", { kind: "traded", sharesE6: 5_000_000n }],
    ["ORDER_STATUS_MATCHED", "5120000", { kind: "traded", sharesE6: 5_120_000n }],
    ["ORDER_STATUS_MATCHED", "5.12", { kind: "traded", sharesE6: 5_120_000n }],
    ["MATCHED", "", { kind: "traded", sharesE6: 0n }],
    ["CANCELED", "1.5", { kind: "traded", sharesE6: 1_500_000n }],
    ["DELAYED", "0", { kind: "pending" }],
    ["delayed", "1", { kind: "pending" }],
    ["PENDING_NEW", "0", { kind: "pending" }],
  ])("%s with %p", (status, size, expected) => {
    expect(read(status, size)).toEqual(Result.succeed(expected));
  });

  test.each<[string, RefusalReason, string]>([
    ["CANCELED", "not_filled", "CANCELED"],
    [
      "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
      "not_filled",
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
    ],
    ["CANCELED_MARKET_RESOLVED", "not_filled", "MARKET RESOLVED"],
    ["CANCELED_order match delayed", "not_filled", "order match delayed"],
    ["canceled_MARKET_PENDING", "not_filled", "MARKET PENDING"],
    ["ORDER_STATUS_CANCELED", "not_filled", "CANCELED"],
    ["INVALID", "rejected", "INVALID"],
  ])("%s is refused: %s", (status, reason, message) => {
    expect(read(status, "0.0000")).toEqual(Result.succeed(
      { kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } },
    ));
  });

  test.each([["SOMETHING", "0"], ["", "0"], ["MATCHED", "many"], ["LIVE", "-1"]])(
    "%p with %p cannot be read",
    (status, size) => expect(Result.isFailure(read(status, size))).toBe(true),
  );
});

describe("an order's trades", () => {
  const trade = (fields: object = {}) => ({
    taker_order_id: ID,
    status: "CONFIRMED",
    size: "10",
    price: "0.27",
    ...fields,
  });
  const read = (trades: ReadonlyArray<ReturnType<typeof trade>>, sharesE6?: bigint) =>
    Result.getOrThrow(
      readTrades(trades, { orderId: ID, sharesE6: Option.fromUndefinedOr(sharesE6) }),
    );
  const matched = (sharesE6?: bigint, usdcE6?: bigint): VenueOrderStatus => ({
    kind: "matched",
    fill: { sharesE6: Option.fromUndefinedOr(sharesE6), usdcE6: Option.fromUndefinedOr(usdcE6) },
  });
  const failed = { kind: "refused", refusal: { reason: "rejected" } };

  test("are those in which it was the taker; without any it is missing", () => {
    expect(read([])).toEqual({ kind: "missing" });
    expect(read([trade({ taker_order_id: OTHER })])).toEqual({ kind: "missing" });
    expect(read([trade(), trade({ taker_order_id: OTHER, size: "x" })]))
      .toEqual(matched(10_000_000n, 2_700_000n));
    expect(read([trade({ taker_order_id: ID.toUpperCase().replace("X", "x") })]))
      .toEqual(matched(10_000_000n, 2_700_000n));
  });

  test("add up exactly", () => {
    const trades = [
      trade({ size: "18.518518", price: "0.27" }),
      trade({ size: "0.1", price: "0.3" }),
    ];
    expect(read(trades)).toEqual(matched(18_618_518n, 5_029_999n));
  });

  test("that failed on the chain do not count", () => {
    for (const status of ["FAILED", "TRADE_STATUS_FAILED", "failed"]) {
      expect(read([trade(), trade({ status })])).toEqual(matched(10_000_000n, 2_700_000n));
      expect(read([trade(), trade({ status })], 20_000_000n))
        .toEqual(matched(10_000_000n, 2_700_000n));
      expect(read([trade({ status })])).toMatchObject(failed);
      expect(read([trade({ status })], 10_000_000n)).toMatchObject(failed);
    }
    expect(read([trade({ status: "RETRYING" })])).toEqual(
      matched(10_000_000n, 2_700_000n),
    );
  });

  test("give the amounts that the order does not state", () => {
    const filled = trade({ size: "9.803921", price: "0.51" });
    expect(read([filled], 0n)).toEqual(matched(9_803_921n, 4_999_999n));
  });

  test("may be listed later than the order counts them: then what it cost is not known", () => {
    expect(read([], 20_000_000n)).toEqual(matched(20_000_000n));
    expect(read([trade()], 20_000_000n)).toEqual(matched(20_000_000n));
    expect(read([trade({ status: "FAILED" })], 20_000_000n)).toEqual(matched(10_000_000n));
    expect(read([], 0n)).toEqual(matched());
  });

  test("may be more than the order counts", () => {
    expect(read([trade()], 5_000_000n)).toEqual(matched(10_000_000n, 2_700_000n));
  });

  test.each([{ size: "many" }, { price: "" }, { size: "1e3" }])(
    "with %j cannot be read",
    (fields) => {
      const result = readTrades([trade(fields)], { orderId: ID, sharesE6: Option.none() });
      expect(Result.isFailure(result)).toBe(true);
    },
  );
});

describe("readE6()", () => {
  test.each([
    ["0.45", 450_000n],
    [".48", 480_000n],
    ["007.10", 7_100_000n],
    ["123456789012345", 123_456_789_012_345_000_000n],
    ["5.", undefined],
    ["0.1000000", undefined],
    ["1234567890123456", undefined],
    ["٣", undefined],
    [0.5, undefined],
    [null, undefined],
    [["1"], undefined],
  ])("reads %p as %p", (value, valueE6) => expect(readE6(value)).toBe(valueE6));
});

test("reads what a regular expression reads, and refuses the rest", () => {
  const plain = (text: string) => {
    const digits = /^(?=.)(\d{0,15})(?:\.(\d{1,6}))?$/.exec(text);
    return digits === null
      ? undefined
      : BigInt((digits[1] ?? "") + (digits[2] ?? "").padEnd(6, "0"));
  };
  const unit = fc.constantFrom(..."0123456789012345678901234567890123456789.");
  const text = fc.oneof(
    fc.string({ unit, maxLength: 24 }),
    fc.string({ unit: fc.constantFrom(..."0.5-e+ /:٣"), maxLength: 5 }),
    fc.tuple(fc.maxSafeNat(), fc.nat(1_000_000)).map(([whole, part]) => `${whole}.${part}`),
  );
  fc.assert(fc.property(text, (text) => expect(readE6(text)).toBe(plain(text))));
});
