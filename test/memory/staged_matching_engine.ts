/** Markets, order books and received orders: the venue behind the port. @module */
import { BigDecimal, Option } from "effect";
import {
  amountDecimals,
  type Book,
  canRest,
  feeOfSpendingE6,
  type Level,
  type LiveOrder,
  type OrderOutcome,
  type RefusalReason,
  type VenueOrderStatus,
} from "../../core/order/mod.ts";
import { ONE_E6 } from "../../core/fee/mod.ts";
import type { MarketTerms, OrderHolder, SignedOrder } from "../../core/port/order_venue.ts";
import { tradeLevels, tradeShares } from "./staged_matching.ts";
import { readStagedOrder, type SentOrder } from "./staged_order.ts";

/** Resting orders of one outcome, best first on both sides. */
export interface StagedLevels {
  readonly bids: ReadonlyArray<Level>;
  readonly asks: ReadonlyArray<Level>;
}

/** An order that was received. */
export interface ReceivedOrder {
  readonly orderId: string;
  /** The address of the signing key whose credentials sent the order. */
  readonly address: string;
  readonly sent: SentOrder;
  /** The venue's current status of the order. */
  status: OrderOutcome | LiveOrder | { readonly kind: "pending" };
}

/** What the arrival of an order shows: it is matched, refused, or rests. */
export type Decision = Exclude<OrderOutcome, { readonly kind: "canceled" }> | LiveOrder;

const PLENTY_E6 = 10n ** 15n;
const NO_FEE = BigDecimal.fromBigInt(0n);
const NO_LEVELS: StagedLevels = { bids: [], asks: [] };
/** Maker amounts are whole cents, or hundredths of a share. */
const MAKER_STEP_E6 = 10_000n;

/** The venue's side of trading. */
export class StagedMatchingEngine {
  readonly #markets = new Map<string, MarketTerms>();
  readonly #books = new Map<string, StagedLevels>();
  readonly #balancesE6 = new Map<string, bigint>();
  readonly #sharesE6 = new Map<string, bigint>();
  /** Every received order, including refused ones, in the order of arrival. */
  readonly receivedOrders: ReceivedOrder[] = [];

  /** Adds a market or replaces its terms. Its books are empty until they are set. */
  putMarket(terms: MarketTerms): void {
    this.#markets.set(terms.conditionId, terms);
  }

  /** Replaces the levels of an outcome. Trades consume them. */
  putBook(tokenId: string, levels: StagedLevels): void {
    this.#books.set(tokenId, levels);
  }

  /**
   * Sets the balance of a signing key's wallet, USDC times 10^6; the default is plenty. Trades do
   * not change it: each order is checked on its own, with the fee.
   */
  putBalance(address: string, balanceE6: bigint): void {
    this.#balancesE6.set(address, balanceE6);
  }

  /** Returns the balance of a signing key's wallet, USDC times 10^6. */
  balanceE6(address: string): bigint {
    return this.#balancesE6.get(address) ?? PLENTY_E6;
  }

  /** Sets the shares that the venue sees in a signing key's wallet; the default is plenty. */
  putShares(address: string, tokenId: string, sharesE6: bigint): void {
    this.#sharesE6.set(`${address} ${tokenId}`, sharesE6);
  }

  /** Returns the shares that the venue sees in a signing key's wallet, times 10^6. */
  sharesE6(address: string, tokenId: string): bigint {
    return this.#sharesE6.get(`${address} ${tokenId}`) ?? PLENTY_E6;
  }

  /** Returns the trading terms of a market; undefined if there is no such market. */
  terms(conditionId: string): MarketTerms | undefined {
    return this.#markets.get(conditionId);
  }

  /** Returns the order book of an outcome; undefined if there is no such outcome. */
  book(tokenId: string): Book | undefined {
    const market = this.#marketOf(tokenId);
    if (market === undefined) return undefined;
    const { conditionId, protocol, tickE6 } = market;
    return { tokenId, conditionId, protocol, tickE6, ...this.#levels(tokenId) };
  }

  /**
   * Records a received order without deciding on it. Returns undefined for a duplicate of an order
   * that was not refused.
   */
  arrive({ orderId, body }: SignedOrder, { address }: OrderHolder): ReceivedOrder | undefined {
    if (this.status(orderId, address).kind !== "missing") return undefined;
    const sent = readStagedOrder(body);
    const entry: ReceivedOrder = { orderId, address, sent, status: { kind: "pending" } };
    this.receivedOrders.push(entry);
    return entry;
  }

  /** Decides on a received order. `apiKey`: the key of the credentials that sent it. */
  decide(entry: ReceivedOrder, apiKey: string): Decision {
    const decision = this.#match(entry, apiKey);
    entry.status = decision;
    return decision;
  }

  /** Returns the orders of a wallet that rest, oldest first. */
  resting(address: string): ReadonlyArray<ReceivedOrder> {
    return this.receivedOrders.filter((entry) =>
      entry.address === address && entry.status.kind === "live"
    );
  }

  /** Lets the world trade with an order that rests, at the order's own price. */
  hit(orderId: string, sharesE6: bigint): void {
    const entry = this.receivedOrders.find((one) => one.orderId === orderId);
    if (entry?.status.kind !== "live") return;
    const { fill } = entry.status;
    const before = Option.getOrElse(fill.sharesE6, () => 0n);
    const { sizeE6, priceE6 } = termsOf(entry.sent.order);
    const takenE6 = sharesE6 < sizeE6 - before ? sharesE6 : sizeE6 - before;
    const usdcE6 = Option.getOrElse(fill.usdcE6, () => 0n) + takenE6 * priceE6 / ONE_E6;
    const more = { sharesE6: Option.some(before + takenE6), usdcE6: Option.some(usdcE6) };
    entry.status = before + takenE6 === sizeE6
      ? { kind: "matched", fill: more }
      : { kind: "live", isDelayed: false, fill: more };
  }

  /** Cancels an order of a wallet. Returns the reason why not, if it cannot. */
  cancel(orderId: string, address: string): string | undefined {
    const entry = this.receivedOrders.find((one) =>
      one.orderId === orderId && one.address === address
    );
    if (entry?.status.kind !== "live") return "already canceled or matched";
    const { fill } = entry.status;
    entry.status = { kind: "canceled", fill, cause: "venue", message: "" };
    return undefined;
  }

  /** Returns the status that a wallet sees of an order. Refused orders are forgotten. */
  status(orderId: string, address: string): VenueOrderStatus {
    const found = this.receivedOrders.findLast((entry) =>
      entry.orderId === orderId && entry.address === address
    );
    return found === undefined || found.status.kind === "refused"
      ? { kind: "missing" }
      : found.status;
  }

  #match({ address, sent }: ReceivedOrder, apiKey: string): Decision {
    const { order, owner, orderType } = sent;
    const { tokenId, side } = order;
    if (owner !== apiKey) return refused("wallet", "the owner has to be the owner of the API key");
    if (this.#marketOf(tokenId)?.isAcceptingOrders !== true) {
      return refused("market_closed", "the market accepts no orders");
    }
    const takerStepE6 = takerStepOf(this.#marketOf(tokenId), side);
    if (order.makerAmountE6 % MAKER_STEP_E6 !== 0n || order.takerAmountE6 % takerStepE6 !== 0n) {
      return refused("terms", "invalid amounts");
    }
    if (side === "BUY" && this.#costE6(order) > this.balanceE6(address)) {
      return refused("balance", "not enough balance / allowance: the balance is not enough");
    }
    const levels = this.#levels(tokenId);
    const offers = side === "BUY" ? "asks" : "bids";
    if (canRest(orderType)) {
      const { sharesE6, usdcE6, levels: left } = tradeShares(levels[offers], termsOf(order));
      if (sent.isPostOnly && sharesE6 > 0n) return refused("would_cross", "order crosses book");
      this.#books.set(tokenId, { ...levels, [offers]: left });
      const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(usdcE6) };
      return sharesE6 === termsOf(order).sizeE6
        ? { kind: "matched", fill }
        : { kind: "live", isDelayed: false, fill };
    }
    const { sharesE6, usdcE6, isWhole, ...traded } = tradeLevels(levels[offers], order);
    if (sharesE6 === 0n || (orderType === "FOK" && !isWhole)) {
      return refused("killed", `no orders found to fill the ${orderType} order with`);
    }
    this.#books.set(tokenId, { ...levels, [offers]: traded.levels });
    const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(usdcE6) };
    return { kind: "matched", fill };
  }

  /** Returns the most a BUY can spend, with the fee at its price. */
  #costE6({ tokenId, makerAmountE6, takerAmountE6 }: SentOrder["order"]): bigint {
    const schedule = this.#marketOf(tokenId)?.fee.feeSchedule ?? Option.none();
    const feeRate = Option.match(schedule, { onNone: () => NO_FEE, onSome: ({ rate }) => rate });
    const priceE6 = makerAmountE6 * ONE_E6 / takerAmountE6;
    return makerAmountE6 + feeOfSpendingE6(makerAmountE6, { priceE6, feeRate });
  }

  #levels(tokenId: string): StagedLevels {
    return this.#books.get(tokenId) ?? NO_LEVELS;
  }

  #marketOf(tokenId: string): MarketTerms | undefined {
    return [...this.#markets.values()].find(({ tokens }) =>
      tokens.some((token) => token.tokenId === tokenId)
    );
  }
}

/** Returns the price and the size of a limit order. */
function termsOf({ side, makerAmountE6, takerAmountE6 }: SentOrder["order"]) {
  const [usdcE6, sizeE6] = side === "BUY"
    ? [makerAmountE6, takerAmountE6]
    : [takerAmountE6, makerAmountE6];
  return { side, sizeE6, priceE6: usdcE6 * ONE_E6 / sizeE6 };
}

/** Taker amounts have as many decimals as the tick allows. */
function takerStepOf(market: MarketTerms | undefined, side: "BUY" | "SELL"): bigint {
  const decimals = amountDecimals(market?.tickE6 ?? ONE_E6);
  if (Option.isNone(decimals)) return ONE_E6;
  const { bought, proceeds } = decimals.value;
  return ONE_E6 / 10n ** BigInt(side === "BUY" ? bought : proceeds);
}

function refused(reason: RefusalReason, message: string): Decision {
  return { kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } };
}
