/**
 * How an order ends, and what is known of that.
 *
 * @module
 */
import { Option } from "effect";

/** What an order traded. Amounts are times 10^6; none where the venue does not state them. */
export interface Fill {
  readonly sharesE6: Option.Option<bigint>;
  readonly usdcE6: Option.Option<bigint>;
}

/** The fill of a match whose amounts the venue does not state. */
export const UNSTATED_FILL: Fill = { sharesE6: Option.none(), usdcE6: Option.none() };

/** Whether the venue states both amounts. */
export function isStated({ sharesE6, usdcE6 }: Fill): boolean {
  return Option.isSome(sharesE6) && Option.isSome(usdcE6);
}

/**
 * Why an order did not go through, grouped by what its owner or the operator can do about it.
 *
 * - `not_filled`: no liquidity at the price.
 * - `funds`: the wallet's balance is too small.
 * - `allowance`: a contract of the venue may not move the wallet's funds or shares, or not enough
 * of
 *   them.
 * - `unsettled`: it sells shares that were bought moments ago, and are not in the wallet yet.
 * - `accuracy`: an amount has more decimals than the venue takes.
 * - `order`: the amount, price or size breaks another rule of the market.
 * - `market`: the market takes no orders.
 * - `wallet`: the venue refuses this wallet, or its API key.
 * - `region`: the venue does not serve the region that this service runs in.
 * - `closed_only`: the wallet may only close positions.
 * - `paused`: the venue takes no orders at the moment.
 * - `busy`: too many orders in a short time.
 * - `not_sent`: nothing was sent: the venue was unreachable, or storing took too long.
 * - `never_arrived`: it was sent, and the venue does not know it.
 * - `stale`: it was signed by rules that the venue has changed since.
 * - `rejected`: anything else.
 */
export const REFUSAL_REASONS = [
  "not_filled",
  "funds",
  "allowance",
  "unsettled",
  "accuracy",
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

/**
 * The order is certainly not at the venue. `message` is the venue's, or ours where it sent none.
 */
export interface OrderRefusal {
  readonly reason: RefusalReason;
  readonly message: string;
  /** When to try again, if the venue says. */
  readonly retryAfterSec: Option.Option<number>;
}

/**
 * How an order ended: `matched`: traded, and what is left of it was dropped. `refused`: it traded
 * nothing, for good. An order that cannot rest has no other end, whatever the venue says meanwhile.
 */
export type OrderOutcome =
  | { readonly kind: "matched"; readonly fill: Fill }
  | { readonly kind: "refused"; readonly refusal: OrderRefusal };

/** The most decimals that the venue takes: of what an order gives, and of what it takes for it. */
export interface Accuracy {
  readonly maker: number;
  readonly taker: number;
}

/**
 * What the sending of an order showed: its outcome, or that this is unknown. `why`: what happened
 * instead of an answer. `isAtVenue`: the venue said that it has the order, but not how it ended.
 * `accuracy`: the decimals that it may have, where it was refused for more.
 */
export type SendOutcome =
  | Extract<OrderOutcome, { readonly kind: "matched" }>
  | Extract<OrderOutcome, { readonly kind: "refused" }> & { readonly accuracy?: Accuracy }
  | { readonly kind: "unknown"; readonly why: string; readonly isAtVenue?: true };
