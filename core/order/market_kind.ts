/**
 * Kinds of markets, by the contracts that settle their orders and so by what a wallet must approve.
 *
 * @module
 */
import type { Protocol } from "../venue/mod.ts";

/**
 * Every kind. Protocol V1 has one contract for ordinary and one for neg-risk markets; V2 has one.
 */
export const MARKET_KINDS = ["v1", "v1_neg_risk", "v2"] as const;

/** One of {@linkcode MARKET_KINDS}. */
export type MarketKind = (typeof MARKET_KINDS)[number];

/** The display name of each kind. */
export const MARKET_KIND_NAMES = {
  v1: "ordinary V1",
  v1_neg_risk: "neg-risk V1",
  v2: "V2",
} as const satisfies Record<MarketKind, string>;

/** Returns the kind of a market. */
export function marketKindOf(
  { protocol, isNegRisk }: { readonly protocol: Protocol; readonly isNegRisk: boolean },
): MarketKind {
  if (protocol === "v2") return "v2";
  return isNegRisk ? "v1_neg_risk" : "v1";
}
