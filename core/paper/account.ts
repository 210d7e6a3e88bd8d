/**
 * What a paper wallet has, what of it rests in books, and what is on its way to be settled.
 *
 * @module
 */
import { Option } from "effect";
import type { BigDecimal } from "effect";
import { type Side, toE6 } from "../fee/mod.ts";
import {
  type CancelCause,
  fillFeeUsdc,
  type FillRole,
  type FillState,
  fillUsdcE6,
  type OrderType,
} from "../order/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { TakenLevel } from "./impact.ts";
import { leftE6, type Resting } from "./resting.ts";
import type { Settlement } from "./settlement.ts";

/** How an order ended: all of it was traded, or what was left is gone. */
export interface PaperEnd {
  readonly kind: "matched" | "canceled";
  readonly cause: CancelCause;
  readonly atMs: number;
}

/** An order of a paper wallet. */
export interface PaperOrder extends Resting {
  /** `0x` and 64 hex digits. */
  readonly orderId: string;
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly orderType: OrderType;
  /** When it ends by itself, in unix milliseconds; 0 for never. */
  readonly expiresMs: number;
  /** How many fills it has. */
  readonly fills: number;
  /** Null while it rests. */
  readonly end: PaperEnd | null;
}

/** A fill of a paper wallet. Amounts are times 10^6, instants unix milliseconds. */
export interface PaperFill extends Settlement {
  readonly tradeId: string;
  readonly orderId: string;
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly side: Side;
  readonly role: FillRole;
  readonly priceE6: bigint;
  readonly sharesE6: bigint;
  readonly feeE6: bigint;
  readonly matchedMs: number;
  readonly state: FillState;
}

/** A paper wallet. */
export interface PaperAccount {
  /** USDC times 10^6, without what matched purchases cost. */
  readonly usdcE6: bigint;
  /** Shares of each token times 10^6, with what was bought and is not settled; none is zero. */
  readonly sharesE6: ReadonlyMap<string, bigint>;
  /** Those that rest, oldest first. */
  readonly orders: ReadonlyArray<PaperOrder>;
  readonly taken: ReadonlyArray<TakenLevel>;
  /** Fills that are not final, oldest first. */
  readonly settling: ReadonlyArray<PaperFill>;
  /** What was claimed, split and merged last, oldest first. */
  readonly acts: ReadonlyArray<PaperAct>;
}

/** Something that a wallet did with shares besides trading. Above zero, it got it. */
export interface PaperAct {
  /** Names it: it is done once. */
  readonly key: string;
  readonly usdcE6: bigint;
  readonly sharesE6: ReadonlyArray<readonly [tokenId: string, byE6: bigint]>;
}

/** The most orders of a wallet that rest at once. */
export const PAPER_ORDERS_MAX = 500;

/** Returns a wallet that has only money. */
export function openPaperAccount(usdcE6: bigint): PaperAccount {
  return { usdcE6, sharesE6: new Map(), orders: [], taken: [], settling: [], acts: [] };
}

/** What has changed of a wallet. */
export interface PaperChange {
  readonly account: PaperAccount;
  /** Orders that were placed, traded or ended, as they are now. */
  readonly orders: ReadonlyArray<PaperOrder>;
  /** Fills that are new, or have another state. */
  readonly fills: ReadonlyArray<PaperFill>;
}

/** Nothing has changed. */
export function unchanged(account: PaperAccount): PaperChange {
  return { account, orders: [], fills: [] };
}

/** Whether a fill moves shares that the chain does not show yet. */
function isUnsettled({ state }: PaperFill): boolean {
  return state === "matched" || state === "retrying";
}

/** Returns the USDC that an order may be paid with, times 10^6. */
export function payableE6({ usdcE6, orders, settling }: PaperAccount): bigint {
  const resting = orders.filter(({ side }) => side === "BUY")
    .reduce((sum, order) => sum + fillUsdcE6({ ...order, sharesE6: leftE6(order, "likely") }), 0n);
  const proceeds = settling.filter((fill) => fill.side === "SELL" && isUnsettled(fill))
    .reduce((sum, fill) => sum + fillUsdcE6(fill) - fill.feeE6, 0n);
  return usdcE6 - resting - proceeds;
}

/** Returns the shares of a token that are in the wallet and settled, times 10^6. */
export function settledSharesE6({ sharesE6, settling }: PaperAccount, tokenId: string): bigint {
  const bought = settling
    .filter((fill) => fill.tokenId === tokenId && fill.side === "BUY" && isUnsettled(fill))
    .reduce((sum, fill) => sum + fill.sharesE6, 0n);
  return (sharesE6.get(tokenId) ?? 0n) - bought;
}

/** Returns the shares of a token that an order may sell, times 10^6. */
export function sellableE6(account: PaperAccount, tokenId: string): bigint {
  const resting = account.orders
    .filter((order) => order.side === "SELL" && order.tokenId === tokenId)
    .reduce((sum, order) => sum + leftE6(order, "likely"), 0n);
  return settledSharesE6(account, tokenId) - resting;
}

/** Returns what a fill costs in fees, USDC times 10^6. */
export function paperFeeE6(
  fill: Pick<PaperFill, "role" | "priceE6" | "sharesE6">,
  feeRate: BigDecimal.BigDecimal,
): bigint {
  return Option.match(fillFeeUsdc(fill, Option.some(feeRate)), {
    onNone: () => 0n,
    onSome: toE6,
  });
}

/** Moves what a fill moves; `sign` -1n takes it back. */
export function withFill(account: PaperAccount, fill: PaperFill, sign: 1n | -1n): PaperAccount {
  const buys = fill.side === "BUY" ? sign : -sign;
  const usdcE6 = account.usdcE6 - buys * fillUsdcE6(fill) - sign * fill.feeE6;
  return { ...withShares(account, fill.tokenId, buys * fill.sharesE6), usdcE6 };
}

/** Adds shares of a token, or takes them off. */
export function withShares(account: PaperAccount, tokenId: string, byE6: bigint): PaperAccount {
  const sharesE6 = new Map(account.sharesE6);
  const nowE6 = (sharesE6.get(tokenId) ?? 0n) + byE6;
  if (nowE6 === 0n) sharesE6.delete(tokenId);
  else sharesE6.set(tokenId, nowE6);
  return { ...account, sharesE6 };
}
