/**
 * Reads the status of an order that cannot rest from the venue's answers about it and its trades.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type RefusalReason, type VenueOrderStatus } from "../../../core/order/mod.ts";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import type { OrderPayload, TradePayload } from "./order_payload.ts";
import { readE6 } from "./e6_text.ts";

/** What cannot be read, as a sentence. */
export type Unclear = string;

const LONG_NAME = /^ORDER_STATUS_/i;

/** Returns a status by its short name: the venue writes `LIVE` and `ORDER_STATUS_LIVE`. */
export function shortStatus(status: string): string {
  return status.replace(LONG_NAME, "");
}

/**
 * An order's own status. `traded`: the amount of money follows from its trades. `refused`: unless
 * it has trades all the same.
 */
export type OrderOwnStatus =
  | Extract<VenueOrderStatus, { readonly kind: "refused" | "pending" }>
  | { readonly kind: "traded"; readonly sharesE6: bigint };

/**
 * Reads an order's status, and how many shares it traded. One that the venue calls live may be
 * filled or killed any moment, also where a part of it has traded.
 */
export function readOrderStatus(order: OrderPayload): Result.Result<OrderOwnStatus, Unclear> {
  const status = shortStatus(order.status);
  const isLong = status !== order.status;
  const matched = order.size_matched || "0";
  const sharesE6 = isLong && /^\d{1,21}$/.test(matched) ? BigInt(matched) : readE6(matched);
  if (sharesE6 === undefined) return Result.fail("its matched size is no size");
  // What follows the name of a cancellation is its reason, in any words.
  const isCancelled = /^cancel/i.test(status);
  if (!isCancelled && /^(live|unmatched)|delayed|pending/i.test(status)) {
    return Result.succeed({ kind: "pending" });
  }
  if (sharesE6 > 0n || /^matched/i.test(status)) {
    return Result.succeed({ kind: "traded", sharesE6 });
  }
  const message = status.replace(/^cancel+ed_/i, "").replaceAll("_", " ");
  if (/cancel|kill|expired/i.test(status)) return Result.succeed(refused("not_filled", message));
  if (/invalid|fail|reject/i.test(status)) return Result.succeed(refused("rejected", message));
  return Result.fail(`its status is "${order.status.slice(0, 80)}"`);
}

/**
 * Returns the status of an order from a list that includes its trades. `sharesE6`: the shares that
 * it traded according to its own status, if known. Trades that failed on the chain moved nothing.
 */
export function readTrades(
  trades: ReadonlyArray<TradePayload>,
  { orderId, sharesE6 }: {
    readonly orderId: string;
    readonly sharesE6: Option.Option<bigint>;
  },
): Result.Result<VenueOrderStatus, Unclear> {
  const own = trades.filter(({ taker_order_id }) =>
    taker_order_id.toLowerCase() === orderId.toLowerCase()
  );
  if (own.length === 0 && Option.isNone(sharesE6)) return Result.succeed({ kind: "missing" });
  const read = Option.all(own.map(({ size, price, status }) =>
    Option.all({
      sizeE6: Option.fromUndefinedOr(readE6(size)),
      priceE6: Option.fromUndefinedOr(readE6(price)),
      hasFailed: Option.some(/failed$/i.test(status)),
    })
  ));
  if (Option.isNone(read)) return Result.fail("one of its trades cannot be read");
  const sum = (trades: typeof read.value) => trades.reduce((all, { sizeE6 }) => all + sizeE6, 0n);
  const listedE6 = sum(read.value);
  const failedE6 = sum(read.value.filter(({ hasFailed }) => hasFailed));
  const paidE12 = read.value.filter(({ hasFailed }) => !hasFailed)
    .reduce((all, { sizeE6, priceE6 }) => all + sizeE6 * priceE6, 0n);
  // Trades may be listed after the order counts them. A part of them does not give the cost.
  const countedE6 = Option.getOrElse(sharesE6, () => 0n);
  const tradedE6 = countedE6 > listedE6 ? countedE6 : listedE6;
  if (tradedE6 === failedE6 && own.length > 0) {
    return Result.succeed(refused("rejected", "its trades failed on the chain"));
  }
  const isListed = own.length > 0 && tradedE6 === listedE6;
  return Result.succeed({
    kind: "matched",
    fill: {
      sharesE6: tradedE6 > 0n ? Option.some(tradedE6 - failedE6) : Option.none(),
      usdcE6: isListed ? Option.some(paidE12 / ONE_E6) : Option.none(),
    },
  });
}

function refused(
  reason: RefusalReason,
  message: string,
): VenueOrderStatus & { readonly kind: "refused" } {
  return { kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } };
}
