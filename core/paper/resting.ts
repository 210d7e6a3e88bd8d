/**
 * What resting orders trade while the market goes by.
 *
 * Orders of a wallet share what passes: the better price comes first, then the older order.
 *
 * @module
 */
import { least, type Side } from "../fee/mod.ts";
import {
  type ByEstimate,
  byEstimate,
  type Estimate,
  fillUsdcE6,
  type Level,
  plusTraded,
  type Traded,
} from "../order/mod.ts";
import { type Queue, seeLevel, seeTrade } from "./queue.ts";

/** An order that rests, and what it has traded so far. */
export interface Resting {
  readonly side: Side;
  /** USDC a share, times 10^6. */
  readonly priceE6: bigint;
  /** Shares times 10^6. */
  readonly sizeE6: bigint;
  readonly traded: ByEstimate<Traded>;
  readonly queue: Queue;
  /** Since when it rests, in unix milliseconds. */
  readonly createdMs: number;
}

/** A trade of the order's token, as the venue told it. Times 10^6. */
export interface TapeTrade {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
  /** What the taker did. */
  readonly side: Side;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** What is for sale, or wanted, at an order's price, and what of the other side it could meet. */
export interface SeenBook {
  /** Shares at the order's own price and side. */
  readonly levelE6: bigint;
  /** Shares of the other side at the order's price or better, that the wallet has not taken yet. */
  readonly crossingE6: bigint;
  readonly atMs: number;
}

/** Compares orders of one side: the one that trades first comes first. */
export function byPriority(
  a: Pick<Resting, "side" | "priceE6">,
  b: Pick<Resting, "side" | "priceE6">,
): number {
  return Number(a.side === "BUY" ? b.priceE6 - a.priceE6 : a.priceE6 - b.priceE6);
}

/** Returns how many shares an order still wants by an estimate, times 10^6. */
export function leftE6({ sizeE6, traded }: Resting, estimate: Estimate): bigint {
  return sizeE6 - traded[estimate].sharesE6;
}

/**
 * Returns orders of one side and token after a trade. They come, and are returned, in the order in
 * which they trade.
 */
export function afterTrade<R extends Resting>(
  orders: ReadonlyArray<R>,
  trade: TapeTrade,
): ReadonlyArray<R> {
  const used = { pessimistic: 0n, likely: 0n, optimistic: 0n };
  return orders.map((order) => {
    if (trade.side === order.side || trade.atMs < order.createdMs) return order;
    const passed = trade.priceE6 - order.priceE6;
    const isThrough = order.side === "BUY" ? passed < 0n : passed > 0n;
    if (!isThrough && passed !== 0n) return order;
    const { queue, reachedE6 } = isThrough
      // All that stood before it is gone.
      ? { queue: { ...order.queue, aheadE6: 0n }, reachedE6: trade.sizeE6 }
      : seeTrade(order.queue, trade.sizeE6, trade.atMs);
    const offered: ByEstimate<bigint> = {
      pessimistic: isThrough ? trade.sizeE6 : 0n,
      likely: reachedE6,
      optimistic: trade.sizeE6,
    };
    const gets = byEstimate((estimate) => {
      const rest = offered[estimate] - used[estimate];
      const got = least(rest > 0n ? rest : 0n, leftE6(order, estimate));
      used[estimate] += got;
      return got;
    });
    return { ...order, queue, traded: withShares(order, gets) };
  });
}

/**
 * Returns an order after its book was seen. An offer that crosses it would have met it: nobody
 * stands before it at such a price.
 */
export function afterBook<R extends Resting>(order: R, seen: SeenBook): R {
  const { levelE6, crossingE6, atMs } = seen;
  const queue = seeLevel(order.queue, levelE6, atMs);
  if (crossingE6 === 0n) return { ...order, queue };
  const gets = byEstimate((estimate) =>
    estimate === "pessimistic" ? 0n : least(crossingE6, leftE6(order, estimate))
  );
  return { ...order, queue: { ...queue, aheadE6: 0n }, traded: withShares(order, gets) };
}

/** Returns the levels that an order could meet, best first. */
export function crossingLevels(
  { bids, asks }: { readonly bids: ReadonlyArray<Level>; readonly asks: ReadonlyArray<Level> },
  { side, priceE6: limitE6 }: Pick<Resting, "side" | "priceE6">,
): ReadonlyArray<Level> {
  return side === "BUY"
    ? asks.filter(({ priceE6 }) => priceE6 <= limitE6)
    : bids.filter(({ priceE6 }) => priceE6 >= limitE6);
}

/** It trades at its own price, and pays no fee. */
function withShares({ priceE6, traded }: Resting, gets: ByEstimate<bigint>): ByEstimate<Traded> {
  return byEstimate((estimate) => {
    const sharesE6 = gets[estimate];
    return plusTraded(traded[estimate], { sharesE6, usdcE6: fillUsdcE6({ priceE6, sharesE6 }) });
  });
}
