/**
 * Markets, their books, and the ledger of orders that have arrived: the venue behind the port.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import {
  amountDecimals,
  type Book,
  feeOfSpendingE6,
  type Level,
  ONE_E6,
  type RefusalReason,
  type Settlement,
  type Standing,
} from "../../core/order/mod.ts";
import type { MarketTerms, OrderHolder, SignedOrder } from "../../core/port/mod.ts";
import { tradeLevels } from "./staged_matching.ts";
import { readStagedOrder, type SentOrder } from "./staged_order.ts";

/** Resting orders of one outcome, best first on both sides. */
export interface StagedLevels {
  readonly bids: ReadonlyArray<Level>;
  readonly asks: ReadonlyArray<Level>;
}

/** An order that has arrived. */
export interface LedgerEntry {
  readonly orderId: string;
  /** The address of the signing key whose credentials it was sent with. */
  readonly address: string;
  readonly sent: SentOrder;
  /** What the venue says of it now. */
  standing: Settlement | { readonly kind: "pending" };
}

const PLENTY_E6 = 10n ** 15n;
const NO_FEE = BigDecimal.fromBigInt(0n);
const NO_LEVELS: StagedLevels = { bids: [], asks: [] };
/** Whole cents, or hundredths of a share, are made. */
const MAKER_STEP_E6 = 10_000n;

/** The venue's side of a trade. */
export class StagedExchange {
  readonly #markets = new Map<string, MarketTerms>();
  readonly #books = new Map<string, StagedLevels>();
  readonly #balancesE6 = new Map<string, bigint>();
  /** Every order that has arrived, refused ones too, as they came. */
  readonly ledger: LedgerEntry[] = [];

  /** Opens a market, or states its terms anew. Its books are empty until they are put. */
  putMarket(terms: MarketTerms): void {
    this.#markets.set(terms.conditionId, terms);
  }

  /** Puts the levels of an outcome, in place of those it had. They are used up by trades. */
  putBook(tokenId: string, levels: StagedLevels): void {
    this.#books.set(tokenId, levels);
  }

  /**
   * Gives the wallet of a signing key so much to pay with, USDC times 10^6; it has plenty until
   * then. Trades do not change it: what may be spent is judged order by order, with the fee.
   */
  putBalance(address: string, balanceE6: bigint): void {
    this.#balancesE6.set(address, balanceE6);
  }

  /** What the wallet of a signing key has to pay with, USDC times 10^6. */
  balanceE6(address: string): bigint {
    return this.#balancesE6.get(address) ?? PLENTY_E6;
  }

  /** By what rules a market is traded; undefined where there is no such market. */
  terms(conditionId: string): MarketTerms | undefined {
    return this.#markets.get(conditionId);
  }

  /** The book of an outcome; undefined where there is no such outcome. */
  book(tokenId: string): Book | undefined {
    const market = this.#marketOf(tokenId);
    if (market === undefined) return undefined;
    const { conditionId, protocol, tickE6 } = market;
    return { tokenId, conditionId, protocol, tickE6, ...this.#levels(tokenId) };
  }

  /**
   * Notes that an order has arrived, and decides nothing yet. Undefined for one that is there
   * already: it is not taken twice, though one that was refused is.
   */
  arrive({ orderId, body }: SignedOrder, { address }: OrderHolder): LedgerEntry | undefined {
    if (this.standing(orderId, address).kind !== "missing") return undefined;
    const sent = readStagedOrder(body);
    const entry: LedgerEntry = { orderId, address, sent, standing: { kind: "pending" } };
    this.ledger.push(entry);
    return entry;
  }

  /** Decides on an order that has arrived. `apiKey`: whose credentials it came with. */
  decide(entry: LedgerEntry, apiKey: string): Settlement {
    return entry.standing = this.#settle(entry, apiKey);
  }

  /** What the venue says to a wallet that asks about an order. It forgets what it has refused. */
  standing(orderId: string, address: string): Standing {
    const found = this.ledger.findLast((entry) =>
      entry.orderId === orderId && entry.address === address
    );
    return found === undefined || found.standing.kind === "refused"
      ? { kind: "missing" }
      : found.standing;
  }

  #settle({ address, sent }: LedgerEntry, apiKey: string): Settlement {
    const { order, owner, orderType } = sent;
    const { tokenId, side } = order;
    if (owner !== apiKey) return refused("wallet", "the owner has to be the owner of the API key");
    if (this.#marketOf(tokenId)?.isAcceptingOrders !== true) {
      return refused("market", "the market takes no orders");
    }
    const takerStepE6 = takerStepOf(this.#marketOf(tokenId), side);
    if (order.makerAmountE6 % MAKER_STEP_E6 !== 0n || order.takerAmountE6 % takerStepE6 !== 0n) {
      return refused("order", "invalid amounts");
    }
    if (side === "BUY" && this.#costE6(order) > this.balanceE6(address)) {
      return refused("funds", "not enough balance / allowance: the balance is not enough");
    }
    const levels = this.#levels(tokenId);
    const offers = side === "BUY" ? "asks" : "bids";
    const { sharesE6, usdcE6, isWhole, ...traded } = tradeLevels(levels[offers], order);
    if (sharesE6 === 0n || (orderType === "FOK" && !isWhole)) {
      return refused("not_filled", `no orders found to fill the ${orderType} order with`);
    }
    this.#books.set(tokenId, { ...levels, [offers]: traded.levels });
    const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(usdcE6) };
    return { kind: "matched", fill };
  }

  /** What a BUY spends at most, with the fee at its price. */
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

/** What is taken has as many decimals as the tick allows. */
function takerStepOf(market: MarketTerms | undefined, side: "BUY" | "SELL"): bigint {
  const decimals = amountDecimals(market?.tickE6 ?? ONE_E6);
  if (Option.isNone(decimals)) return ONE_E6;
  const { bought, proceeds } = decimals.value;
  return ONE_E6 / 10n ** BigInt(side === "BUY" ? bought : proceeds);
}

function refused(reason: RefusalReason, words: string): Settlement {
  return { kind: "refused", refusal: { reason, words, retryAfterSec: Option.none() } };
}
