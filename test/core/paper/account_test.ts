import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { fillUsdcE6 } from "../../../core/order/mod.ts";
import {
  endOrders,
  leftE6,
  nextPaperMs,
  openPaperAccount,
  type PaperAccount,
  type PaperChange,
  type PaperFill,
  type PaperOrder,
  passBook,
  passTime,
  passTrade,
  payableE6,
  placeOnPaper,
  sellableE6,
  withShares,
} from "../../../core/paper/mod.ts";
import { book, groundOf, happening, orderIdOf, request, TOKEN } from "./arbitrary_market.ts";

/** Little enough to be spent. */
const OPENED_E6 = 15_000_000n;
const SHARES_E6 = 100_000_000n;

const step = fc.oneof(
  fc.record({ kind: fc.constant("place" as const), request, before: book, after: book }),
  fc.record({ kind: fc.constant("pass" as const), happening }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.nat({ max: 20_000 }) }),
  fc.record({ kind: fc.constant("cancel" as const), number: fc.nat({ max: 8 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A wallet, and everything that was told of it. */
interface Told {
  readonly account: PaperAccount;
  readonly orders: ReadonlyMap<string, PaperOrder>;
  readonly fills: ReadonlyMap<string, PaperFill>;
  readonly nowMs: number;
}

const OPENED: Told = {
  account: withShares(openPaperAccount(OPENED_E6), TOKEN, SHARES_E6),
  orders: new Map(),
  fills: new Map(),
  nowMs: 1_800_000_000_000,
};

function changeOf({ account, orders, nowMs }: Told, step: Step): PaperChange | undefined {
  const seen = { tokenId: TOKEN, settlement: groundOf(EMPTY, nowMs).settlement, nowMs };
  switch (step.kind) {
    case "place":
      return Result.getOrUndefined(placeOnPaper(
        account,
        { ...step.request, orderId: orderIdOf(orders.size + 1) },
        groundOf(step, nowMs),
      ));
    case "wait":
      return passTime(account, nowMs + step.ms);
    case "cancel":
      return endOrders(account, {
        orderIds: [orderIdOf(step.number)],
        cause: "request",
        atMs: nowMs,
      });
    case "pass":
      return step.happening.kind === "trade"
        ? passTrade(account, { ...seen, trade: { ...step.happening.trade, atMs: nowMs } })
        : passBook(account, { ...seen, ...step.happening });
  }
}

const EMPTY = { before: { bids: [], asks: [] }, after: { bids: [], asks: [] } };

/** Applies a step, and claims something of what it did. */
function after(told: Told, step: Step, claim: (change: PaperChange, told: Told) => void): Told {
  const change = changeOf(told, step);
  if (change === undefined) return told;
  claim(change, told);
  return {
    account: change.account,
    orders: new Map([
      ...told.orders,
      ...change.orders.map((each) => [each.orderId, each] as const),
    ]),
    fills: new Map([...told.fills, ...change.fills.map((each) => [each.tradeId, each] as const)]),
    nowMs: told.nowMs + (step.kind === "wait" ? step.ms : 0),
  };
}

function claimAlways(claim: (told: Told, change: PaperChange, step: Step, before: Told) => void) {
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    let told = OPENED;
    for (const step of steps) {
      let made: PaperChange | undefined;
      const before = told;
      told = after(told, step, (change) => void (made = change));
      if (made !== undefined) claim(told, made, step, before);
    }
  }));
}

describe("a paper wallet", () => {
  test("has what its fills that stand moved, and nothing else", () =>
    claimAlways(({ account, fills }) => {
      let [usdcE6, sharesE6] = [OPENED_E6, SHARES_E6];
      for (const fill of fills.values()) {
        if (fill.state === "failed") continue;
        const sign = fill.side === "BUY" ? 1n : -1n;
        usdcE6 -= sign * fillUsdcE6(fill) + fill.feeE6;
        sharesE6 += sign * fill.sharesE6;
      }
      expect([account.usdcE6, account.sharesE6.get(TOKEN) ?? 0n]).toEqual([usdcE6, sharesE6]);
    }));

  test("never owes anything, whatever rests, trades or is taken back", () =>
    claimAlways(({ account }) => {
      expect(account.usdcE6 >= 0n).toBe(true);
      expect(payableE6(account) >= 0n).toBe(true);
      expect(sellableE6(account, TOKEN) >= 0n).toBe(true);
    }));

  test("has its likely fills, and each estimate gives at most the shares of the next", () =>
    claimAlways(({ orders, fills }) => {
      for (const order of orders.values()) {
        const { pessimistic, likely, optimistic } = order.traded;
        expect(pessimistic.sharesE6 <= likely.sharesE6).toBe(true);
        expect(likely.sharesE6 <= optimistic.sharesE6).toBe(true);
        expect(optimistic.sharesE6 <= order.sizeE6 || order.end?.kind === "matched").toBe(true);
        const own = [...fills.values()].filter(({ orderId }) => orderId === order.orderId);
        expect(own.reduce((sum, { sharesE6 }) => sum + sharesE6, 0n)).toBe(likely.sharesE6);
      }
    }));

  test("trades at rest pessimistically only what trades through a price, and no better", () =>
    claimAlways(({ orders }, _, step, before) => {
      if (step.kind !== "pass") return;
      let [gotE6, passedE6] = [0n, 0n];
      for (const order of orders.values()) {
        const earlier = before.orders.get(order.orderId);
        if (earlier === undefined) continue;
        const moreE6 = order.traded.pessimistic.sharesE6 - earlier.traded.pessimistic.sharesE6;
        if (moreE6 === 0n) continue;
        gotE6 += moreE6;
        const trade = step.happening.kind === "trade" ? step.happening.trade : expect.unreachable();
        passedE6 = trade.sizeE6;
        expect(trade.side).not.toBe(order.side);
        const isWorse = order.side === "BUY"
          ? order.priceE6 > trade.priceE6
          : order.priceE6 < trade.priceE6;
        expect(isWorse).toBe(true);
      }
      expect(gotE6 <= passedE6).toBe(true);
    }));

  test("takes no more of a trade, all its orders together, than was traded", () =>
    claimAlways((_, { fills }, step) => {
      if (step.kind !== "pass" || step.happening.kind !== "trade") return;
      const gotE6 = fills.reduce((sum, { sharesE6 }) => sum + sharesE6, 0n);
      expect(gotE6 <= step.happening.trade.sizeE6).toBe(true);
    }));

  test("trades all that it can of a book that stands still only once", () =>
    fc.assert(fc.property(fc.array(request, { maxLength: 10 }), book, (requests, still) => {
      let told = OPENED;
      for (const one of requests) {
        told = after(told, { kind: "place", request: one, before: still, after: still }, () => {});
        const passed: Step = {
          kind: "pass",
          happening: { kind: "book", book: still, isGap: false },
        };
        told = after(told, passed, () => {});
      }
      for (const side of ["BUY", "SELL"] as const) {
        for (const { priceE6, sizeE6 } of side === "BUY" ? still.asks : still.bids) {
          const taken = [...told.fills.values()]
            .filter((fill) =>
              fill.side === side && fill.priceE6 === priceE6 && fill.role === "taker"
            )
            .reduce((sum, fill) => sum + fill.sharesE6, 0n);
          expect(taken <= sizeE6).toBe(true);
        }
      }
    })));

  test("has settled or taken back everything once nothing is due", () =>
    claimAlways(({ account, nowMs }) => {
      let [now, sum] = [nowMs, account];
      for (let dueMs = nextPaperMs(sum); dueMs !== undefined; dueMs = nextPaperMs(sum)) {
        now = Math.max(now, dueMs);
        sum = passTime(sum, now).account;
      }
      expect(sum.settling).toEqual([]);
    }));

  test("keeps an order that rests where it is worth it", () =>
    claimAlways(({ account }) => {
      for (const order of account.orders) expect(leftE6(order, "likely") > 0n).toBe(true);
    }));
});
