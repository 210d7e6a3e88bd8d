/**
 * The venue's contracts that need a wallet's approval before it can trade.
 *
 * Source: the venue's contract list, the answers for healthy wallets, and its refusals of orders,
 * which name the spender that lacks an approval.
 *
 * @module
 */
import { type TradedMarket } from "./traded_market.ts";

/** The contracts that settle orders. */
export const EXCHANGE = {
  ordinary: "0xE111180000d2663C0091e4f400237545B87B996B",
  negRisk: "0xe2222d279d744050d28e00520010520000310F59",
  /** Of the second protocol, for every kind of market. */
  third: "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa",
} as const;

/**
 * Orders of neg-risk markets are refused if this one lacks approval. The newer adapter
 * (`0xadA2005600Dec949baf300f4C6120000bDB6eAab`) is in the venue's list but in no observed refusal.
 */
const NEG_RISK_ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";

/** All contracts in the venue's list. */
export const SPENDERS = [
  EXCHANGE.ordinary,
  EXCHANGE.negRisk,
  NEG_RISK_ADAPTER,
  EXCHANGE.third,
] as const;

/** Returns whether it moves assets of the second protocol only. */
export function isOfSecondProtocol(spender: string): boolean {
  return spender === EXCHANGE.third;
}

/**
 * Returns the spenders that an order of this market needs, for a buyer's money or a seller's
 * shares.
 */
export function spendersOf(
  { version, isNegRisk }: Pick<TradedMarket, "version" | "isNegRisk">,
): ReadonlyArray<string> {
  if (version !== "v1") return [EXCHANGE.third];
  return isNegRisk ? [EXCHANGE.negRisk, NEG_RISK_ADAPTER] : [EXCHANGE.ordinary];
}
