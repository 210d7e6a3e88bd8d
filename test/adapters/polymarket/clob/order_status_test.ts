import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { readE6 } from "../../../../adapters/polymarket/clob/e6_text.ts";
import {
  type AskedOrder,
  type OrderOwnStatus,
  readOrderStatus,
  readStatus,
} from "../../../../adapters/polymarket/clob/order_status.ts";
import { NO_FILL, type VenueOrderStatus } from "../../../../core/order/mod.ts";

const ID = `0x${"ab".repeat(32)}`;
const OTHER = `0x${"cd".repeat(32)}`;

describe("an order's own status", () => {
  const read = (status: string, size_matched?: string | null) =>
    readOrderStatus(size_matched === undefined ? { status } : { status, size_matched });

  test.each<[string, string | null | undefined, OrderOwnStatus["kind"], bigint]>([
    ["LIVE", "0.0000", "open", 0n],
    ["live", null, "open", 0n],
    ["LIVE", "", "open", 0n],
    ["ORDER_STATUS_LIVE", "0", "open", 0n],
    ["order_status_live", "1500000", "open", 1_500_000n],
    ["UNMATCHED", undefined, "open", 0n],
    ["UNMATCHED", "1.5", "open", 1_500_000n],
    ["MATCHED", "5.12", "matched", 5_120_000n],
    ["MATCHED", "5", "matched", 5_000_000n],
    ["ORDER_STATUS_MATCHED", "5120000", "matched", 5_120_000n],
    ["ORDER_STATUS_MATCHED", "5.12", "matched", 5_120_000n],
    ["MATCHED", "", "matched", 0n],
    ["CANCELED", "1.5", "canceled", 1_500_000n],
    ["DELAYED", "0", "delayed", 0n],
    ["delayed", "1", "delayed", 1_000_000n],
    ["PENDING_NEW", "0", "delayed", 0n],
  ])("%s with %p", (status, size, kind, sharesE6) => {
    expect(Result.getOrThrow(read(status, size))).toMatchObject({ kind, sharesE6 });
  });

  test.each<[string, OrderOwnStatus["kind"], string]>([
    ["CANCELED", "canceled", "CANCELED"],
    [
      "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
      "canceled",
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
    ],
    ["CANCELED_MARKET_RESOLVED", "canceled", "MARKET RESOLVED"],
    ["CANCELED_order match delayed", "canceled", "order match delayed"],
    ["canceled_MARKET_PENDING", "canceled", "MARKET PENDING"],
    ["ORDER_STATUS_CANCELED", "canceled", "CANCELED"],
    ["INVALID", "rejected", "INVALID"],
  ])("%s is %s: %s", (status, kind, message) => {
    const isUntraded = false;
    expect(read(status, "0.0000"))
      .toEqual(Result.succeed({ kind, sharesE6: 0n, isUntraded, message }));
  });

  test.each<[string | null | undefined, unknown, boolean]>([
    ["0", [], true],
    ["0.000000", [], true],
    ["", [], false],
    [undefined, [], false],
    ["0", ["t"], false],
    ["0", null, false],
    ["0", "", false],
    ["1", [], false],
  ])(
    "matched %p with the trades %j is untraded: %p",
    (size_matched, associate_trades, isUntraded) => {
      const order = { status: "CANCELED", associate_trades };
      expect(
        readOrderStatus(size_matched === undefined ? order : { ...order, size_matched }),
      ).toMatchObject(Result.succeed({ isUntraded }));
    },
  );

  test.each([["SOMETHING", "0"], ["", "0"], ["MATCHED", "many"], ["LIVE", "-1"]])(
    "%p with %p cannot be read",
    (status, size) => expect(Result.isFailure(read(status, size))).toBe(true),
  );
});

const trade = (fields: object = {}) => ({
  taker_order_id: ID,
  status: "CONFIRMED",
  size: "10",
  price: "0.27",
  ...fields,
});
type Trades = ReadonlyArray<ReturnType<typeof trade>>;
const own = (kind: OrderOwnStatus["kind"], sharesE6 = 0n): OrderOwnStatus => ({
  kind,
  sharesE6,
  isUntraded: false,
  message: "m",
});
const statusOf = (asked: Omit<AskedOrder, "orderId">, trades: Trades) =>
  Result.getOrThrow(readStatus({ orderId: ID, ...asked }, trades));
const fillOf = (sharesE6?: bigint, usdcE6?: bigint) => ({
  sharesE6: Option.fromUndefinedOr(sharesE6),
  usdcE6: Option.fromUndefinedOr(usdcE6),
});
const matched = (...fill: Parameters<typeof fillOf>): VenueOrderStatus => ({
  kind: "matched",
  fill: fillOf(...fill),
});

describe("the trades of an order that cannot rest", () => {
  const read = (trades: Trades, sharesE6?: bigint) =>
    statusOf({
      orderType: "FOK",
      own: sharesE6 === undefined ? undefined : own("matched", sharesE6),
    }, trades);
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

  test("that failed on the chain count as traded, unless all have failed", () => {
    for (const status of ["FAILED", "TRADE_STATUS_FAILED", "failed"]) {
      expect(read([trade(), trade({ status })])).toEqual(matched(20_000_000n, 5_400_000n));
      expect(read([trade(), trade({ status })], 20_000_000n))
        .toEqual(matched(20_000_000n, 5_400_000n));
      expect(read([trade({ status })])).toMatchObject(failed);
      expect(read([trade({ status })], 10_000_000n)).toMatchObject(failed);
    }
    expect(read([trade({ status: "RETRYING" })])).toEqual(matched(10_000_000n, 2_700_000n));
  });

  test("give the amounts that the order does not state", () => {
    const filled = trade({ size: "9.803921", price: "0.51" });
    expect(read([filled], 0n)).toEqual(matched(9_803_921n, 4_999_999n));
  });

  test("may be listed later than the order counts them: then what it cost is not known", () => {
    expect(read([], 20_000_000n)).toEqual(matched(20_000_000n));
    expect(read([trade()], 20_000_000n)).toEqual(matched(20_000_000n));
    expect(read([trade({ status: "FAILED" })], 20_000_000n)).toEqual(matched(20_000_000n));
    expect(read([], 0n)).toEqual(matched());
  });

  test("may be more than the order counts", () => {
    expect(read([trade()], 5_000_000n)).toEqual(matched(10_000_000n, 2_700_000n));
  });

  test("decide nothing while the venue has not decided, and count once it is canceled", () => {
    for (const kind of ["open", "delayed"] as const) {
      expect(statusOf({ orderType: "FAK", own: own(kind) }, [trade()])).toEqual({
        kind: "pending",
      });
    }
    const canceled = { orderType: "FAK", own: own("canceled") } as const;
    expect(statusOf(canceled, [trade()])).toEqual(matched(10_000_000n, 2_700_000n));
    expect(statusOf(canceled, []))
      .toMatchObject({ kind: "refused", refusal: { reason: "killed", message: "m" } });
    expect(statusOf({ orderType: "FOK", own: own("rejected") }, [])).toMatchObject(failed);
  });

  test.each([{ size: "many" }, { price: "" }, { size: "1e3" }])(
    "with %j cannot be read",
    (fields) => {
      const asked = { orderId: ID, orderType: "FOK", own: undefined } as const;
      expect(Result.isFailure(readStatus(asked, [trade(fields)]))).toBe(true);
    },
  );
});

describe("an order that can rest", () => {
  const read = (status: OrderOwnStatus | undefined, trades: Trades = []) =>
    statusOf({ orderType: "GTC", own: status }, trades);
  /** Its own part of a trade, whose taker has another price, side and size. */
  const made = (matched_amount: string, price: string, fields: object = {}) =>
    trade({
      taker_order_id: OTHER,
      size: "1000",
      price: "0.9",
      maker_orders: [
        { order_id: OTHER, matched_amount: "7", price: "0.5" },
        { order_id: ID, matched_amount, price },
      ],
      ...fields,
    });

  test("rests with what it has traded, as taker and as maker at its own price", () => {
    expect(read(own("open"))).toEqual({ kind: "live", isDelayed: false, fill: NO_FILL });
    expect(read(own("delayed"))).toEqual({ kind: "live", isDelayed: true, fill: NO_FILL });
    expect(read(own("open", 15_000_000n), [trade(), made("5", "0.53")])).toEqual({
      kind: "live",
      isDelayed: false,
      fill: fillOf(15_000_000n, 5_350_000n),
    });
  });

  test("keeps what it has traded when it is gone, what failed included", () => {
    const end = { kind: "canceled", cause: "venue", message: "m" } as const;
    for (const kind of ["canceled", "rejected"] as const) {
      expect(read(own(kind))).toEqual({ ...end, fill: NO_FILL });
      expect(read(own(kind, 5_000_000n), [made("5", "0.53")]))
        .toEqual({ ...end, fill: fillOf(5_000_000n, 2_650_000n) });
    }
    expect(read(own("canceled", 5_000_000n), [made("5", "0.53", { status: "FAILED" })]))
      .toEqual({ ...end, fill: fillOf(5_000_000n, 2_650_000n) });
  });

  test("is matched, and missing where nothing is known of it", () => {
    expect(read(own("matched", 5_000_000n), [made("5", "0.53")]))
      .toEqual(matched(5_000_000n, 2_650_000n));
    expect(read(undefined)).toEqual({ kind: "missing" });
    expect(read(undefined, [made("5", "0.53")])).toMatchObject({ kind: "live" });
  });
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
