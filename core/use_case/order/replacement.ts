/**
 * What is asked of a replacement, and what becomes of it.
 *
 * @module
 */
import { type Option, type Result, Schema } from "effect";
import type { OrderReason } from "../../order_reason.ts";
import type { IdempotentRequest, StoredOrder } from "../../port/order_store.ts";
import type { OrderClaim } from "./one_order.ts";

/** A command to replace an order. */
export interface ReplaceOrderCommand extends OrderClaim {
  /** The id of the order to place: a UUID of version 7. */
  readonly id: string;
  readonly idempotency: Omit<IdempotentRequest, "accountId">;
  /** USDC a share, times 10^6; none to keep it. */
  readonly priceE6: Option.Option<bigint>;
  /** Shares times 10^6, of which the former order may have traded some; none to keep it. */
  readonly sizeE6: Option.Option<bigint>;
  /** When the request arrived, by the machine's clock. */
  readonly arrivedMs: number;
}

/** What became of a replacement. */
export interface ReplacedOrder {
  /** Whether the former order was canceled: it may also have traded all of its shares before. */
  readonly isCanceled: boolean;
  /** What the former order had traded, in shares times 10^6. */
  readonly filledE6: bigint;
  /** The order that took its place, or in one word why there is none. */
  readonly placed: Result.Result<StoredOrder, ReplaceEnd>;
  readonly isReplayed: boolean;
}

/** `filled`, `below_minimum`: what was left of the former order. `over`: it had ended before. */
export type ReplaceEnd = "filled" | "below_minimum" | "over" | OrderReason;

/** The order cannot rest, so that none can take its place. */
export class OrderNotResting extends Schema.TaggedError<OrderNotResting>()("OrderNotResting", {
  orderId: Schema.String,
}) {
  override get message(): string {
    return `Cannot replace the order "${this.orderId}": it is no limit order that rests`;
  }
}

/** It is not known yet whether the former order is gone. Nothing was placed in its place. */
export class ReplacementUncertain extends Schema.TaggedError<ReplacementUncertain>()(
  "ReplacementUncertain",
  { orderId: Schema.String },
) {
  override get message(): string {
    return `Cannot say yet whether the order ${this.orderId} is gone: nothing was placed in its ` +
      "place";
  }
}
