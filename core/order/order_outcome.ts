/**
 * How an order ends, and what is known of that.
 *
 * @module
 */
import { Option } from "effect";
import type { CancelCause } from "./cancel_cause.ts";

/** What an order traded. Amounts are times 10^6; none where the venue does not state them. */
export interface Fill {
  readonly sharesE6: Option.Option<bigint>;
  readonly usdcE6: Option.Option<bigint>;
}

/** The fill of a match whose amounts the venue does not state. */
export const UNSTATED_FILL: Fill = { sharesE6: Option.none(), usdcE6: Option.none() };

/** The fill of an order that has traded nothing. */
export const NO_FILL: Fill = { sharesE6: Option.some(0n), usdcE6: Option.some(0n) };

/** Whether the venue states both amounts. */
export function isStated({ sharesE6, usdcE6 }: Fill): boolean {
  return Option.isSome(sharesE6) && Option.isSome(usdcE6);
}

/**
 * Why an order did not go through, grouped by what its owner or the operator can do about it.
 *
 * - `killed`: a FOK order that the book could not fill.
 * - `no_liquidity`: a FAK order that met nothing in the book.
 * - `would_cross`: a post-only order that would have traded at once.
 * - `balance`: the wallet's balance is too small.
 * - `allowance`: a contract of the venue may not move the wallet's funds or shares, or not enough of
 *   them.
 * - `unsettled`: it sells shares that were bought moments ago, and are not in the wallet yet.
 * - `accuracy`: an amount has more decimals than the venue takes.
 * - `too_small`: its amount or size is less than the venue takes.
 * - `expiration`: it would end too soon for the venue.
 * - `terms`: its amount or price breaks another rule of the market.
 * - `market_closed`: the market takes no orders.
 * - `wallet`: the venue refuses this wallet, or its API key.
 * - `region`: the venue does not serve the region that this service runs in.
 * - `closed_only`: the wallet may only close positions.
 * - `paused`: the venue takes no orders at the moment.
 * - `post_only`: the venue takes only post-only orders at the moment.
 * - `busy`: too many orders in a short time.
 * - `not_sent`: nothing was sent: the venue was unreachable, or storing took too long.
 * - `never_arrived`: it was sent, and the venue does not know it.
 * - `stale`: it was signed by rules that the venue has changed since.
 * - `rejected`: anything else.
 */
export const REFUSAL_REASONS = [
  "killed",
  "no_liquidity",
  "would_cross",
  "balance",
  "allowance",
  "unsettled",
  "accuracy",
  "too_small",
  "expiration",
  "terms",
  "market_closed",
  "wallet",
  "region",
  "closed_only",
  "paused",
  "post_only",
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
 * The end of an order that could rest: what it had not traded by then is gone. `message`: what the
 * venue says of it, or nothing.
 */
export interface Cancellation {
  readonly kind: "canceled";
  readonly fill: Fill;
  readonly cause: CancelCause;
  readonly message: string;
}

/**
 * How an order ended: `matched`: traded, all of it or as much as it could. `refused`: it traded
 * nothing, for good. One that cannot rest is never canceled.
 */
export type OrderOutcome =
  | { readonly kind: "matched"; readonly fill: Fill }
  | { readonly kind: "refused"; readonly refusal: OrderRefusal }
  | Cancellation;

/**
 * An order in the book, or about to be: `isDelayed`: the venue has it, and has not matched it yet.
 * `fill`: what it has traded so far.
 */
export interface LiveOrder {
  readonly kind: "live";
  readonly isDelayed: boolean;
  readonly fill: Fill;
}

/** The most decimals that the venue takes: of what an order gives, and of what it takes for it. */
export interface Accuracy {
  readonly maker: number;
  readonly taker: number;
}

/**
 * What the sending of an order showed: its outcome, that it rests, or that this is unknown. `why`:
 * what happened instead of an answer. `isAtVenue`: the venue said that it has the order, but not how
 * it ended. `accuracy`: the decimals that it may have, where it was refused for more.
 */
export type SendOutcome =
  | Extract<OrderOutcome, { readonly kind: "matched" }>
  | Extract<OrderOutcome, { readonly kind: "refused" }> & { readonly accuracy?: Accuracy }
  | LiveOrder
  | { readonly kind: "unknown"; readonly why: string; readonly isAtVenue?: true };
