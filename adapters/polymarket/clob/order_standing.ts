/**
 * How an order stands, by what the venue says of it and of its trades.
 *
 * @module
 */
import { Option, Result } from "effect";
import { ONE_E6, type RefusalReason, type Standing } from "../../../core/order/mod.ts";
import type { OrderPayload, TradePayload } from "./order_payload.ts";
import { readE6 } from "./e6_text.ts";

/** What cannot be read, in words. */
export type Unclear = string;

const LONG_NAME = /^ORDER_STATUS_/;

/** What an order's own status says. `traded`: its trades tell how much money was moved. */
export type OrderWord =
  | Extract<Standing, { readonly kind: "live" | "refused" | "pending" }>
  | { readonly kind: "traded"; readonly sharesE6: bigint };

/** Reads an order's status and how much of it was traded. */
export function readOrderStatus(order: OrderPayload): Result.Result<OrderWord, Unclear> {
  const isLong = LONG_NAME.test(order.status);
  const status = order.status.replace(LONG_NAME, "");
  const matched = order.size_matched || "0";
  const sharesE6 = isLong && /^\d{1,21}$/.test(matched) ? BigInt(matched) : readE6(matched);
  if (sharesE6 === undefined) return Result.fail("its matched size is no size");
  if (/delayed|pending/i.test(status)) return Result.succeed({ kind: "pending" });
  if (sharesE6 > 0n || /^matched/i.test(status)) {
    return Result.succeed({ kind: "traded", sharesE6 });
  }
  if (/^(live|unmatched)/i.test(status)) return Result.succeed({ kind: "live" });
  const words = status.replace(/^cancel+ed_/i, "").replaceAll("_", " ");
  if (/cancel|kill|expired/i.test(status)) return Result.succeed(refused("not_filled", words));
  if (/invalid|fail|reject/i.test(status)) return Result.succeed(refused("rejected", words));
  return Result.fail(`its status is "${order.status.slice(0, 80)}"`);
}

/**
 * How an order stands whose trades are these, among others. `sharesE6`: how many shares it has
 * traded in the venue's words, if it says. Trades that failed on the chain moved nothing.
 */
export function readTrades(
  trades: ReadonlyArray<TradePayload>,
  { orderId, sharesE6 }: {
    readonly orderId: string;
    readonly sharesE6: Option.Option<bigint>;
  },
): Result.Result<Standing, Unclear> {
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
  // Trades may be listed later than the order counts them: a part of them is not what it cost.
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

function refused(reason: RefusalReason, words: string): Standing & { readonly kind: "refused" } {
  return { kind: "refused", refusal: { reason, words, retryAfterSec: Option.none() } };
}
