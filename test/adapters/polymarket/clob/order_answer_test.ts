import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import type { Side } from "../../../../core/fee/mod.ts";
import type { RefusalReason, SendOutcome } from "../../../../core/order/mod.ts";
import { meaningOf, readOrderAnswer } from "../../../../adapters/polymarket/clob/order_answer.ts";

const ORDER = {
  side: "BUY",
  orderType: "FOK",
  makerAmountE6: 5_000_000n,
  takerAmountE6: 10_000_000n,
  secrets: ["s3cret"],
} as const;
const ID = `0x${"ab".repeat(32)}`;
const PAGE = "<!DOCTYPE html><title>502 Bad Gateway</title>";

function read(
  status: number,
  body: unknown,
  { headers = {}, side = "BUY" }: {
    readonly headers?: Record<string, string>;
    readonly side?: Side;
  } = {},
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readOrderAnswer({ status, headers: new Headers(headers), text }, { ...ORDER, side });
}
const refusedFor = (reason: RefusalReason, message: string = expect.any(String)): SendOutcome => ({
  kind: "refused",
  refusal: { reason, message, retryAfterSec: Option.none() },
});
const waiting = (reason: RefusalReason, sec: number): SendOutcome => ({
  kind: "refused",
  refusal: { reason, message: expect.any(String), retryAfterSec: Option.some(sec) },
});
const unknown: SendOutcome = { kind: "unknown", why: expect.any(String) };

/** The venue's refusal messages, and the reason that each means. */
const REFUSALS: ReadonlyArray<readonly [message: string, reason: RefusalReason]> = [
  ["order couldn't be fully filled. FOK orders are fully filled or killed.", "killed"],
  [
    "no orders found to match with FAK order. FAK orders are partially filled or killed if no " +
    "match is found.",
    "no_liquidity",
  ],
  ["there are no matching orders", "no_liquidity"],
  ["FOK orders are filled or killed", "killed"],
  ["not enough balance / allowance", "balance"],
  [
    "not enough balance / allowance: the balance is not enough -> balance: 0, order amount: 5",
    "balance",
  ],
  // A spender by name, and amounts as long as any may be.
  [
    "not enough balance / allowance: the allowance is not enough -> spender: " +
    "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296, allowance: 999999999999999999999, " +
    "order amount: 1000000000000000000000",
    "allowance",
  ],
  [
    "not enough balance / allowance: the allowance is not enough -> spender: " +
    "0xE111180000d2663C0091e4f400237545B87B996B, allowance: 0, order amount: 5000000",
    "allowance",
  ],
  [
    "not enough balance / allowance: spender: 0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296",
    "allowance",
  ],
  ["invalid amount for a marketable BUY order ($0.7), min size: $1", "too_small"],
  ["invalid amount for a marketable BUY order ($0.7), min size: 1", "too_small"],
  [`order ${ID} is invalid. Size (1.73) lower than the minimum: 5`, "too_small"],
  ["Size 29.4117 has 27 decimal places. Maximum lot size is 2", "terms"],
  ["invalid amounts, the orders support a max accuracy of some decimals", "terms"],
  ["invalid price (0.9999), min: 0.01 - max: 0.99", "terms"],
  [`order ${ID} crosses the book`, "would_cross"],
  ["invalid post-only order: order crosses book", "would_cross"],
  ["invalid expiration", "expiration"],
  ["the trade contains rounding issues", "terms"],
  [
    "the price of the taker's order has a discrepancy greater than allowed with the worst maker " +
    "order",
    "terms",
  ],
  [`order ${ID} is invalid. Price (0.505) breaks minimum tick size rule: 0.01`, "stale"],
  ["order_version_mismatch", "stale"],
  ["invalid signature", "wallet"],
  ["the order owner has to be the owner of the API KEY", "wallet"],
  ["the order signer address has to be the address of the API KEY", "wallet"],
  ["maker address not allowed, please use the deposit wallet flow", "wallet"],
  [`'${ID}' address banned`, "wallet"],
  [`'${ID}' address in closed only mode`, "closed_only"],
  ["the market is not yet ready to process new orders", "market_closed"],
  ["No orderbook exists for the requested token id", "market_closed"],
  ["market not found", "market_closed"],
  ["Invalid order payload", "rejected"],
  ["Too many orders in payload: 16, max allowed: 15", "rejected"],
  ["an unknown message", "rejected"],
];

describe("messages of the venue", () => {
  test.each([...REFUSALS])(
    "%p refuse the order as %s, unless a status of 5xx leaves it unknown",
    (message, reason) => {
      expect(read(400, { error: message })).toEqual(refusedFor(reason, message));
      expect(read(200, { success: false, errorMsg: message })).toEqual(refusedFor(reason, message));
      expect(read(200, { success: true, errorMsg: message, status: "", orderID: "" }))
        .toEqual(refusedFor(reason, message));
      for (const status of [500, 502, 504]) {
        expect(read(status, { error: message }))
          .toEqual({ kind: "unknown", why: `status ${status}: ${message}` });
      }
    },
  );

  test.each([["buy", 4], ["sell", 4], ["sell", 5]] as const)(
    "refuse a %s with more decimals than it takes, of which it names %d",
    (side, taker) => {
      const message = `invalid amounts, the market ${side} orders maker amount supports a max ` +
        `accuracy of 2 decimals, taker amount a max of ${taker} decimals`;
      const refused = { ...refusedFor("accuracy", message), accuracy: { maker: 2, taker } };
      expect(read(400, { error: message })).toEqual(refused as SendOutcome);
      expect(read(200, { success: false, errorMsg: message })).toEqual(refused as SendOutcome);
    },
  );

  test("name the decimals that it takes, and not those of an amount beside them", () => {
    const message = "invalid amounts, the market sell orders maker amount 20.11 supports a max " +
      "accuracy of 2 decimals, taker amount 6.69663 a max of 4 decimals";
    expect(read(400, { error: message })).toMatchObject({ accuracy: { maker: 2, taker: 4 } });
  });

  test.each([
    ["order match delayed due to market conditions", "order match delayed"],
    ["context canceled", "context canceled"],
    ["context deadline exceeded", "deadline exceeded"],
    ["could not run the execution", "could not run"],
    ["order is delayed", "order is delayed"],
  ])("%p leave it unknown", (message, why) => {
    for (
      const answer of [
        read(400, { error: message }),
        read(200, { success: false, errorMsg: message }),
      ]
    ) {
      expect(answer).toEqual({ kind: "unknown", why: expect.stringContaining(why) });
    }
  });

  test("may report that it has the order already, which can be looked up at once", () => {
    const why = "the venue says that it already has the order";
    expect(read(400, { error: `order ${ID} is invalid. Duplicated.` }))
      .toEqual({ kind: "unknown", why, isAtVenue: true });
  });

  test("may report that it delays the order, which it has then", () => {
    const why = "the venue delays it before it is matched";
    expect(read(200, { success: true, errorMsg: "", status: "delayed" }))
      .toEqual({ kind: "unknown", why, isAtVenue: true });
  });

  test("are found whatever their case, and those of a pause as well", () => {
    expect(meaningOf("ORDER_VERSION_MISMATCH")).toEqual(Option.some("stale"));
    expect(meaningOf("Trading is currently cancel-only.")).toEqual(Option.some("paused"));
    expect(meaningOf("constructor")).toEqual(Option.none());
  });

  test("are reported without secrets, on one short line", () => {
    expect(read(400, { error: `no\n  ${"s3cret".repeat(2)} ${"x".repeat(500)}` })).toEqual(
      refusedFor("rejected", `no [hidden][hidden] ${"x".repeat(500)}`.slice(0, 300)),
    );
    expect(JSON.stringify(read(500, { error: "s3cret" }))).not.toContain("s3cret");
    expect(JSON.stringify(read(200, { success: false, errorMsg: "s3cret" }))).not.toContain(
      "s3cret",
    );
    expect(JSON.stringify(read(200, { success: true, status: "s3cret" }))).not.toContain("s3cret");
  });
});

describe("statuses", () => {
  test.each([
    [401, { error: "Unauthorized/Invalid api key" }, refusedFor("wallet")],
    [401, "", refusedFor("wallet")],
    [403, { error: "Trading restricted in your region" }, refusedFor("region")],
    [403, PAGE, refusedFor("region", "the venue answered with the status 403")],
    [404, { error: "No orderbook exists for the requested token id" }, refusedFor("market_closed")],
    [425, "", waiting("paused", 60)],
    [425, { error: "context canceled" }, waiting("paused", 60)],
    [429, { error: "Too Many Requests" }, waiting("busy", 10)],
    [
      503,
      { error: "Trading is currently disabled. Check polymarket.com for updates" },
      refusedFor("paused"),
    ],
    [
      503,
      {
        error: "post-only mode: only post-only orders",
        code: "post_only_mode",
        retry_after_seconds: 79,
      },
      waiting("post_only", 79),
    ],
    [503, { error: "wait", code: "post_only_mode" }, refusedFor("paused", "wait")],
    [503, { error: "Service Unavailable" }, refusedFor("paused", "Service Unavailable")],
  ])("%d with %j is certain", (status, body, expected) => {
    expect(read(status, body)).toEqual(expected);
  });

  test.each([425, 429])("%d waits for as long as the venue requires", (status) => {
    const expected = waiting(status === 425 ? "paused" : "busy", 7);
    expect(read(status, PAGE, { headers: { "retry-after": "7" } })).toEqual(expected);
  });

  test("503 waits for as long as the header or the body requires, the body first", () => {
    const headers = { "retry-after": "7" };
    const error = "Trading is currently cancel-only. New orders are not accepted.";
    expect(read(503, { error }, { headers })).toEqual(waiting("paused", 7));
    expect(read(503, { error, retry_after_seconds: 9 }, { headers })).toEqual(waiting("paused", 9));
  });

  test.each([
    [500, { error: "internal error" }],
    [502, PAGE],
    [503, PAGE],
    [503, ""],
    [503, { error: "context canceled" }],
    [504, PAGE],
    [520, ""],
    [408, { error: "order couldn't be fully filled" }],
    [409, { error: "conflict" }],
    [422, { error: "invalid signature" }],
    [302, ""],
    [307, { success: true, status: "matched" }],
    [400, PAGE],
    [400, ""],
    [400, { message: "Bad Request" }],
    [200, ""],
    [200, PAGE],
    [200, "null"],
    [200, { status: "matched" }],
    [200, { success: "true", status: "matched" }],
    [200, { success: false }],
    [200, { success: true }],
    [200, { success: true, status: "matched", errorMsg: "something went wrong" }],
  ])("%d with %j leaves it unknown", (status, body) => {
    expect(read(status, body)).toEqual(unknown);
  });
});

describe("an order that was taken", () => {
  const taken = (fields: object) => ({ success: true, errorMsg: "", orderID: ID, ...fields });
  const amounts = (makingAmount?: unknown, takingAmount?: unknown, side: Side = "BUY") =>
    read(200, taken({ status: "matched", makingAmount, takingAmount }), { side });
  const filled = (usdcE6?: bigint, sharesE6?: bigint): SendOutcome => ({
    kind: "matched",
    fill: { usdcE6: Option.fromUndefinedOr(usdcE6), sharesE6: Option.fromUndefinedOr(sharesE6) },
  });

  test("makes money and takes shares, or the other way round", () => {
    expect(amounts("4.9152", "5.12")).toEqual(filled(4_915_200n, 5_120_000n));
    expect(amounts("5.12", "4.9152", "SELL")).toEqual(filled(4_915_200n, 5_120_000n));
    expect(amounts("4.999999", "18.518518")).toEqual(filled(4_999_999n, 18_518_518n));
  });

  test("may be in millionths: assumed if whole units would exceed the order", () => {
    expect(amounts("5000000", "18518518")).toEqual(filled(5_000_000n, 18_518_518n));
    expect(amounts("5", "18")).toEqual(filled(5_000_000n, 18_000_000n));
  });

  test("is matched even if the amounts are missing, or cannot be read", () => {
    for (const text of ["", "0", "0.0", null, undefined, "-1", "1e3", "1.1234567", "NaN"]) {
      expect(amounts(text, text)).toEqual(filled());
    }
    expect(amounts("5.000000", "")).toEqual(filled(5_000_000n));
  });

  test("has not ended because the venue calls it live: it cannot rest", () => {
    for (const status of ["live", "unmatched", "LIVE", "ORDER_STATUS_LIVE"]) {
      for (const [makingAmount, takingAmount] of [["", ""], ["0", "0"], ["4.99", "9.8"]]) {
        expect(read(200, taken({ status, makingAmount, takingAmount })))
          .toEqual({ kind: "unknown", why: expect.stringContaining("matched"), isAtVenue: true });
      }
    }
  });

  test.each(["canceled", "CANCELED_killed", "invalid", "new one"])(
    "is at the venue, and looked up at once, where its status is %p",
    (status) => {
      expect(read(200, taken({ status, makingAmount: "", takingAmount: "" })))
        .toEqual({ kind: "unknown", why: expect.any(String), isAtVenue: true });
    },
  );

  test("is matched by the long name of that status as well", () => {
    const amounts = { makingAmount: "4.9152", takingAmount: "5.12" };
    expect(read(200, taken({ status: "ORDER_STATUS_MATCHED", ...amounts })))
      .toEqual(filled(4_915_200n, 5_120_000n));
  });
});
