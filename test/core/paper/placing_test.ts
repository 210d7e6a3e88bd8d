import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import {
  openPaperAccount,
  type PaperAccount,
  type PaperGround,
  type PaperRequest,
  passTime,
  placeOnPaper,
  withShares,
} from "../../../core/paper/mod.ts";
import { conditionOf } from "../../condition.ts";
import { groundOf, orderIdOf, TOKEN } from "./arbitrary_market.ts";

const ASKS = [{ priceE6: 500_000n, sizeE6: 10_000_000n }, {
  priceE6: 520_000n,
  sizeE6: 5_000_000n,
}];
const BIDS = [{ priceE6: 480_000n, sizeE6: 10_000_000n }];
const BOOK = { bids: BIDS, asks: ASKS };
const NOW_MS = 1_800_000_000_000;
const GROUND: PaperGround = {
  ...groundOf({ before: BOOK, after: BOOK }, NOW_MS),
  settlement: { failedShare: 0, minedMs: [1_000, 1_001], confirmedMs: [1_000, 1_001] },
};
/** Buys 8 shares at 0.5. */
const BUY: PaperRequest = {
  ...{ orderId: orderIdOf(1), tokenId: TOKEN, conditionId: conditionOf(0), side: "BUY" },
  ...{ orderType: "GTC", isPostOnly: false, expirationSec: 0 },
  makerAmountE6: 4_000_000n,
  takerAmountE6: 8_000_000n,
};
const RICH = openPaperAccount(1_000_000_000n);

function placed(
  request: Partial<PaperRequest>,
  { account = RICH, ground = {} }: {
    readonly account?: PaperAccount;
    readonly ground?: Partial<PaperGround>;
  } = {},
) {
  return placeOnPaper(account, { ...BUY, ...request }, { ...GROUND, ...ground });
}

function reasonOf(result: ReturnType<typeof placed>): string | undefined {
  return Result.isFailure(result) ? result.failure.reason : undefined;
}

describe("an order on paper", () => {
  test("trades with the book after its delay, and says what either book would give", () => {
    const moved = { bids: BIDS, asks: [{ priceE6: 500_000n, sizeE6: 3_000_000n }] };
    const { orders: [order], fills } = Result.getOrThrow(
      placed({}, { ground: { after: moved } }),
    );
    expect(order?.traded.pessimistic.sharesE6).toBe(3_000_000n);
    expect(order?.traded.likely).toEqual({ sharesE6: 3_000_000n, usdcE6: 1_500_000n });
    expect(order?.traded.optimistic.sharesE6).toBe(8_000_000n);
    expect(order?.end).toBeNull();
    // 3 * 0.07 * 0.5 * 0.5
    expect(fills.map(({ role, feeE6 }) => [role, feeE6])).toEqual([["taker", 52_500n]]);
  });

  test("spends its money down the levels when it is for money", () => {
    const { orders: [order], account } = Result.getOrThrow(placed({
      orderType: "FAK",
      makerAmountE6: 6_560_000n,
      takerAmountE6: 12_615_384n,
    }));
    expect(order?.traded.likely).toEqual({ sharesE6: 13_000_000n, usdcE6: 6_560_000n });
    expect(order?.end?.kind).toBe("matched");
    expect(account.orders).toEqual([]);
  });

  test("cannot sell what is not settled, and can once it is", () => {
    const bought = Result.getOrThrow(placed({})).account;
    const sale = {
      ...{ orderId: orderIdOf(2), side: "SELL" as const },
      makerAmountE6: 8_000_000n,
      takerAmountE6: 3_840_000n,
    };
    expect(reasonOf(placed(sale, { account: bought }))).toBe("balance");
    const settled = passTime(bought, NOW_MS + 1_100).account;
    expect(Result.isSuccess(placed(sale, { account: settled }))).toBe(true);
  });

  test("cannot spend what a sale brings before that is settled, and can then", () => {
    const sale = {
      ...{ side: "SELL" as const, orderType: "FAK" as const },
      makerAmountE6: 10_000_000n,
      takerAmountE6: 4_800_000n,
    };
    const poor = withShares(openPaperAccount(1_000_000n), TOKEN, 10_000_000n);
    const { account } = Result.getOrThrow(placed(sale, { account: poor }));
    const purchase = { orderId: orderIdOf(2) };
    expect(reasonOf(placed(purchase, { account }))).toBe("balance");
    const settled = passTime(account, NOW_MS + 1_100).account;
    expect(reasonOf(placed(purchase, { account: settled }))).toBeUndefined();
  });

  test("leaves no room for another that needs the money that it may still spend", () => {
    const poor = openPaperAccount(4_500_000n);
    const resting = { makerAmountE6: 3_760_000n, takerAmountE6: 8_000_000n };
    const { account } = Result.getOrThrow(placed(resting, { account: poor }));
    expect(reasonOf(placed({ orderId: orderIdOf(2) }, { account }))).toBe("balance");
  });

  const refusals: ReadonlyArray<
    readonly [string, string, Partial<PaperRequest>, Partial<PaperGround>?]
  > = [
    ["killed", "a FOK that the book cannot fill", {
      orderType: "FOK",
      makerAmountE6: 8_000_000n,
      takerAmountE6: 16_000_000n,
    }],
    ["no_liquidity", "a FAK that meets nothing", {
      orderType: "FAK",
      makerAmountE6: 3_920_000n,
      takerAmountE6: 8_000_000n,
    }],
    ["would_cross", "a post-only order that crosses", { isPostOnly: true }],
    ["stale", "a price off the tick", { makerAmountE6: 4_004_000n }],
    ["too_small", "a size below the least", { makerAmountE6: 250_000n, takerAmountE6: 500_000n }],
    ["too_small", "a purchase at once for less than a dollar", {
      makerAmountE6: 500_000n,
      takerAmountE6: 1_000_000n,
    }],
    ["expiration", "an end that comes too soon", {
      orderType: "GTD",
      expirationSec: NOW_MS / 1000 + 179,
    }],
    ["balance", "a sale of what it does not have", {
      side: "SELL",
      makerAmountE6: 8_000_000n,
      takerAmountE6: 4_000_000n,
    }],
    ["market_closed", "a market that takes no orders", {}, {
      rules: { ...GROUND.rules, isAcceptingOrders: false },
    }],
  ];
  for (const [reason, title, request, ground = {}] of refusals) {
    test(`is refused: ${title}`, () => {
      const account = withShares(RICH, "another", 100_000_000n);
      expect(reasonOf(placed(request, { account, ground }))).toBe(reason);
    });
  }
});
