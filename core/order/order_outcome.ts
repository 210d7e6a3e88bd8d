/**
 * How an order ends, and what is known of that.
 *
 * @module
 */
import { Option } from "effect";
import type { RefusalReason } from "../order_reason.ts";
import type { CancelCause } from "./cancel_cause.ts";
import type { ByEstimate, Traded } from "./estimate.ts";

/** What an order traded. Amounts are times 10^6; none where the venue does not state them. */
export interface Fill {
  readonly sharesE6: Option.Option<bigint>;
  readonly usdcE6: Option.Option<bigint>;
  /** Of an order on paper: what each estimate says. */
  readonly estimates?: ByEstimate<Traded>;
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
 * what happened instead of an answer. `isAtVenue`: the venue said that it has the order, but not
 * how it ended. `accuracy`: the decimals that it may have, where it was refused for more.
 */
export type SendOutcome =
  | Extract<OrderOutcome, { readonly kind: "matched" }>
  | Extract<OrderOutcome, { readonly kind: "refused" }> & { readonly accuracy?: Accuracy }
  | LiveOrder
  | { readonly kind: "unknown"; readonly why: string; readonly isAtVenue?: true };
