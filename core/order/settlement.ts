/**
 * How an order at the venue can end, as far as anybody can tell.
 *
 * @module
 */
import type { Option } from "effect";

/** What an order got. Amounts are times 10^6; none where the venue does not say. */
export interface Fill {
  readonly sharesE6: Option.Option<bigint>;
  readonly usdcE6: Option.Option<bigint>;
}

/**
 * Why an order did not go through, by what its owner or the operator would do about it.
 *
 * - `not_filled`: nobody to trade with at the price.
 * - `funds`: the wallet has too little.
 * - `allowance`: a contract of the venue may not move what the wallet has, or not so much of it.
 * - `order`: the amount, price or size breaks a rule of the market.
 * - `market`: the market takes no orders.
 * - `wallet`: the venue does not take orders of this wallet, or of its API key.
 * - `region`: the venue does not serve where this service runs.
 * - `closed_only`: the wallet may only close positions.
 * - `paused`: the venue takes no orders now.
 * - `busy`: too many orders at once.
 * - `not_sent`: nothing was sent, as the venue could not be reached or storing took too long.
 * - `never_arrived`: it was sent, and the venue does not know it.
 * - `stale`: it was signed by rules of the venue that have changed since.
 * - `rejected`: anything else.
 */
export const REFUSAL_REASONS = [
  "not_filled",
  "funds",
  "allowance",
  "order",
  "market",
  "wallet",
  "region",
  "closed_only",
  "paused",
  "busy",
  "not_sent",
  "never_arrived",
  "stale",
  "rejected",
] as const;

/** One of {@linkcode REFUSAL_REASONS}. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The order is certainly not at the venue. `words` are the venue's own where it said any. */
export interface OrderRefusal {
  readonly reason: RefusalReason;
  readonly words: string;
  /** When it may work, if the venue says so. */
  readonly retryAfterSec: Option.Option<number>;
}

/** `matched`: traded. `live`: rests in the book. `refused`: neither, and never will. */
export type Settlement =
  | { readonly kind: "matched"; readonly fill: Fill }
  | { readonly kind: "live" }
  | { readonly kind: "refused"; readonly refusal: OrderRefusal };

/**
 * What is known of an order that was sent. `why` says what happened instead of an answer;
 * `isAtVenue`: the venue has said that it has the order, though not how it ended.
 */
export type Outcome =
  | Settlement
  | { readonly kind: "unknown"; readonly why: string; readonly isAtVenue?: true };
