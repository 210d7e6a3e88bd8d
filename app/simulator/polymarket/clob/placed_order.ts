/**
 * The orders that the simulated venue has accepted, and their outcomes.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type Level } from "./level.ts";
import { type Side } from "./market_feed.ts";
import { type OrderType, type SignedOrder } from "./signed_order.ts";
import { makeTradeLog, type Trade, type TradeLog, type TradeProgress } from "./trade_log.ts";
import { type TradedMarket } from "./traded_market.ts";

/**
 * An order's state: delayed by the market, resting (`unmatched` after such a delay), traded as far
 * as it can be, or ended otherwise.
 */
export type OrderStatus = "delayed" | "live" | "unmatched" | "matched" | EndedStatus;

/**
 * The end of an order that was not traded as far as it can be: by its owner or its own terms, with
 * its market, or cleared by the venue.
 */
export type EndedStatus = "canceled" | "canceled_market_resolved" | "invalid";

/** What one trade filled of an order, at the order's price or a better one. */
export interface OrderFill extends Level {
  readonly progress: TradeProgress;
}

/** An order at the venue. */
export interface PlacedOrder {
  /** `0x` and 64 hex digits. */
  readonly id: string;
  readonly order: SignedOrder;
  readonly orderType: OrderType;
  /** Its API key, and the address of that key in lower case. */
  readonly owner: string;
  readonly address: string;
  /** The paying account, in lower case. */
  readonly payer: string;
  readonly market: TradedMarket;
  readonly side: Side;
  /** USDC per share times 10^6, on the tick. */
  readonly priceE6: bigint;
  /** Shares times 10^6. */
  readonly sizeE6: bigint;
  readonly createdMs: number;
  /** Unix seconds as sent, 0 for never. */
  readonly expirationSec: number;
  /** When the venue ends it, in unix seconds; undefined for never. */
  readonly endSec: number | undefined;
  status: OrderStatus;
  /** In the order in which they happened. */
  readonly fills: OrderFill[];
  /** Of each fill. */
  readonly tradeIds: string[];
}

/** Returns the traded shares, times 10^6. */
export function filledE6({ fills }: PlacedOrder): bigint {
  return fills.reduce((sum, { sizeE6 }) => sum + sizeE6, 0n);
}

/** Returns the shares still wanted, times 10^6. */
export function restE6(placed: PlacedOrder): bigint {
  const rest = placed.sizeE6 - filledE6(placed);
  return rest > 0n ? rest : 0n;
}

/** Returns whether it rests in the book. */
export function isResting({ status }: PlacedOrder): boolean {
  return status === "live" || status === "unmatched";
}

/** Returns whether it can neither trade nor rest any more. */
function hasEnded({ status }: PlacedOrder): boolean {
  return status !== "delayed" && status !== "live" && status !== "unmatched";
}

/** The orders, with an index of the resting ones. The oldest that have ended are dropped. */
export interface Ledger {
  /** In the order of acceptance. */
  all(): ReadonlyArray<PlacedOrder>;
  byId(id: string): PlacedOrder | undefined;
  /** Returns the resting ones, oldest first; optionally of one market. */
  resting(conditionId?: string): ReadonlyArray<PlacedOrder>;
  add(placed: PlacedOrder): void;
  /** Removes an order that was refused after all. */
  remove(id: string): void;
  /** Sets a status. */
  mark(placed: PlacedOrder, status: OrderStatus): void;
  /** Adds a fill. All changes go through here or through `mark`. */
  fill(placed: PlacedOrder, fill: OrderFill, tradeId: string): void;
  /** Notes that a trade is final, as the fills of its orders then are. */
  ended(trade: Trade): void;
}

/** Orders, above which half of the ended ones are dropped: a sandbox may run for days. */
const ORDERS_MAX = 10_000;

/** Makes a ledger, empty but for what was kept. `trades` are those of its fills. */
export function makeLedger(
  { kept = UNKEPT, trades = makeTradeLog() }: {
    readonly kept?: KeptMaps;
    readonly trades?: Pick<TradeLog, "byId">;
  } = {},
): Ledger {
  const orders = kept.map<PlacedOrder>("orders", Infinity);
  const open = new Set<PlacedOrder>();
  const index = (placed: PlacedOrder) =>
    void (isResting(placed) ? open.add(placed) : open.delete(placed));
  const dropOldest = () => {
    const ended = orders.values().filter(hasEnded).take(ORDERS_MAX / 2).toArray();
    for (const { id } of ended) orders.delete(id);
  };
  const write = (placed: PlacedOrder) => {
    if (orders.has(placed.id)) orders.set(placed.id, placed);
  };
  for (const placed of orders.values()) {
    index(placed);
    // A fill shares what its trade has come to.
    for (const [at, fill] of placed.fills.entries()) {
      const trade = trades.byId(placed.tradeIds[at] ?? "");
      if (trade !== undefined) placed.fills[at] = { ...fill, progress: trade.progress };
    }
  }
  return {
    all: () => [...orders.values()],
    byId: (id) => orders.get(id.toLowerCase()),
    resting: (conditionId) =>
      [...open].filter(({ market }) =>
        conditionId === undefined || market.conditionId === conditionId
      ),
    add(placed) {
      if (orders.size >= ORDERS_MAX) dropOldest();
      orders.set(placed.id, placed);
      index(placed);
    },
    remove(id) {
      const placed = orders.get(id);
      orders.delete(id);
      if (placed !== undefined) open.delete(placed);
    },
    mark(placed, status) {
      placed.status = status;
      index(placed);
      write(placed);
    },
    fill(placed, fill, tradeId) {
      placed.fills.push(fill);
      placed.tradeIds.push(tradeId);
      write(placed);
    },
    ended({ takerOrderId, makers }) {
      for (const id of [takerOrderId, ...makers.map(({ orderId }) => orderId)]) {
        const placed = orders.get(id);
        if (placed !== undefined) write(placed);
      }
    },
  };
}
