/**
 * What the market and the time do to a paper wallet: its resting orders trade and expire, and its
 * fills are settled or taken back.
 *
 * @module
 */
import { BigDecimal } from "effect";
import { type Book, type CancelCause, ESTIMATES, type Level } from "../order/mod.ts";
import {
  type PaperAccount,
  type PaperChange,
  type PaperEnd,
  type PaperFill,
  type PaperOrder,
  unchanged,
  withFill,
} from "./account.ts";
import { leftLevels, withTaken } from "./impact.ts";
import { paperFill } from "./paper_fill.ts";
import { seeAgain } from "./queue.ts";
import {
  afterBook,
  afterTrade,
  byPriority,
  crossingLevels,
  leftE6,
  type TapeTrade,
} from "./resting.ts";
import type { SettlementTerms } from "./settlement.ts";

/** A token's book as the venue shows it now, and when. */
export interface SeenMarket {
  readonly tokenId: string;
  readonly book: Pick<Book, "bids" | "asks">;
  readonly settlement: SettlementTerms;
  readonly nowMs: number;
}

/** Makers pay nothing. */
const NO_FEE = BigDecimal.fromBigInt(0n);

/** Applies a trade of a token. */
export function passTrade(
  account: PaperAccount,
  { trade, ...seen }: Omit<SeenMarket, "book"> & { readonly trade: TapeTrade },
): PaperChange {
  return withTraded(account, seen, (orders) => afterTrade(orders, trade));
}

/**
 * Applies a token's book. `isGap`: what happened since the book before was not heard, so that an
 * order only keeps a place that it is sure of.
 */
export function passBook(
  account: PaperAccount,
  { book, isGap = false, ...seen }: SeenMarket & { readonly isGap?: boolean },
): PaperChange {
  const { tokenId, nowMs } = seen;
  let { taken } = account;
  const change = withTraded(account, seen, (orders) =>
    orders.map((order) => {
      const { side, priceE6 } = order;
      const own = side === "BUY" ? book.bids : book.asks;
      const levelE6 = own.find((level) => level.priceE6 === priceE6)?.sizeE6 ?? 0n;
      const shown = crossingLevels(book, order);
      const meets = leftLevels(shown, { taken, tokenId, side });
      const crossingE6 = meets.reduce((sum, { sizeE6 }) => sum + sizeE6, 0n);
      const known = isGap ? { ...order, queue: seeAgain(order.queue, levelE6) } : order;
      const next = afterBook(known, { levelE6, crossingE6, atMs: nowMs });
      const gotE6 = leftE6(order, "likely") - leftE6(next, "likely");
      taken = withTaken(taken, { tokenId, side, shown, fills: firstOf(meets, gotE6) });
      return next;
    }));
  return { ...change, account: { ...change.account, taken } };
}

/** Applies the time: what has expired ends, and what is due is settled. */
export function passTime(account: PaperAccount, nowMs: number): PaperChange {
  const expired = account.orders
    .filter(({ expiresMs }) => expiresMs > 0 && expiresMs <= nowMs)
    .map(({ orderId }) => orderId);
  const ended = endOrders(account, { orderIds: expired, cause: "expiry", atMs: nowMs });
  const fills: Array<PaperFill> = [];
  let sum = ended.account;
  const settling = sum.settling.flatMap((fill) => {
    const state = stateAt(fill, nowMs);
    if (state === fill.state) return [fill];
    const next = { ...fill, state };
    fills.push(next);
    if (state === "failed") sum = withFill(sum, fill, -1n);
    return state === "failed" || state === "confirmed" ? [] : [next];
  });
  return { account: { ...sum, settling }, orders: ended.orders, fills };
}

/** Returns when the time changes something next, in unix milliseconds; none if nothing is due. */
export function nextPaperMs({ orders, settling }: PaperAccount): number | undefined {
  const dues = [
    ...orders.map(({ expiresMs }) => expiresMs).filter((ms) => ms > 0),
    ...settling.map(({ state, isFailed, minedMs, endMs }) =>
      state === "matched" && !isFailed ? minedMs : endMs
    ),
  ];
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** Ends orders that rest; others are left as they are. */
export function endOrders(
  account: PaperAccount,
  { orderIds, cause, atMs }: {
    readonly orderIds: ReadonlyArray<string>;
    readonly cause: CancelCause;
    readonly atMs: number;
  },
): PaperChange {
  if (orderIds.length === 0) return unchanged(account);
  const ids = new Set(orderIds);
  const end: PaperEnd = { kind: "canceled", cause, atMs };
  const ended = account.orders.filter(({ orderId }) => ids.has(orderId));
  return {
    account: { ...account, orders: account.orders.filter(({ orderId }) => !ids.has(orderId)) },
    orders: ended.map((order) => ({ ...order, end })),
    fills: [],
  };
}

function stateAt({ minedMs, endMs, isFailed, state }: PaperFill, nowMs: number) {
  if (nowMs >= endMs) return isFailed ? "failed" : "confirmed";
  return nowMs >= minedMs && !isFailed ? "mined" : state;
}

/** Changes a token's orders of both sides, and makes fills of what they have traded by that. */
function withTraded(
  account: PaperAccount,
  { tokenId, settlement, nowMs }: Omit<SeenMarket, "book">,
  change: (orders: ReadonlyArray<PaperOrder>) => ReadonlyArray<PaperOrder>,
): PaperChange {
  const byId = new Map<string, PaperOrder>();
  for (const side of ["BUY", "SELL"] as const) {
    const orders = account.orders.filter((each) => each.tokenId === tokenId && each.side === side);
    for (const next of change(orders.toSorted(byPriority))) byId.set(next.orderId, next);
  }
  const changed: Array<PaperOrder> = [];
  const fills: Array<PaperFill> = [];
  const orders = account.orders.flatMap((before) => {
    const after = byId.get(before.orderId);
    if (after === undefined) return [before];
    const gotE6 = leftE6(before, "likely") - leftE6(after, "likely");
    let next = after;
    if (gotE6 > 0n) {
      const fill = { priceE6: after.priceE6, sizeE6: gotE6 };
      const ground = { feeRate: NO_FEE, settlement, nowMs };
      fills.push(paperFill(after, { fill, at: after.fills, role: "maker", ...ground }));
      next = { ...after, fills: after.fills + 1 };
    }
    const isWhole = leftE6(next, "likely") === 0n;
    if (isWhole) next = { ...next, end: { kind: "matched", cause: "venue", atMs: nowMs } };
    if (ESTIMATES.some((each) => next.traded[each].sharesE6 !== before.traded[each].sharesE6)) {
      changed.push(next);
    }
    return isWhole ? [] : [next];
  });
  const moved = fills.reduce((sum, fill) => withFill(sum, fill, 1n), account);
  return {
    account: { ...moved, orders, settling: [...moved.settling, ...fills] },
    orders: changed,
    fills,
  };
}

/** The first levels up to a size. */
function firstOf(levels: ReadonlyArray<Level>, sizeE6: bigint): ReadonlyArray<Level> {
  let left = sizeE6;
  return levels.flatMap((level) => {
    const takenE6 = level.sizeE6 < left ? level.sizeE6 : left;
    left -= takenE6;
    return takenE6 === 0n ? [] : [{ ...level, sizeE6: takenE6 }];
  });
}
