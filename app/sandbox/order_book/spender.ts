/**
 * The venue's contracts that have to be let at a wallet before it can trade.
 *
 * Source: the venue's contract list, what healthy wallets answer, and its refusals of orders, which
 * name the spender that lacks a right.
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
 * Orders of neg-risk markets are refused for want of this one. The newer adapter
 * (`0xadA2005600Dec949baf300f4C6120000bDB6eAab`) stands in the venue's list and in no refusal seen.
 */
const NEG_RISK_ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";

/** All that the venue lists. */
export const SPENDERS = [
  EXCHANGE.ordinary,
  EXCHANGE.negRisk,
  NEG_RISK_ADAPTER,
  EXCHANGE.third,
] as const;

/** Whether it moves what the second protocol holds, and nothing of the first. */
export function isOfSecondProtocol(spender: string): boolean {
  return spender === EXCHANGE.third;
}

/** Those that an order of this market needs, of a buyer's money or of a seller's shares. */
export function spendersOf(
  { version, isNegRisk }: Pick<TradedMarket, "version" | "isNegRisk">,
): ReadonlyArray<string> {
  if (version !== "v1") return [EXCHANGE.third];
  return isNegRisk ? [EXCHANGE.negRisk, NEG_RISK_ADAPTER] : [EXCHANGE.ordinary];
}
