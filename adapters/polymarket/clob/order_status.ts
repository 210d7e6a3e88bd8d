/**
 * Reads what became of an order from the venue's answers about it and its trades.
 *
 * @module
 */
import { Option, Result } from "effect";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import {
  canRest,
  type Fill,
  NO_FILL,
  type OrderType,
  type RefusalReason,
  UNSTATED_FILL,
  type VenueOrderStatus,
} from "../../../core/order/mod.ts";
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
 * An order's own status. `open`: neither matched nor over. `over`: it is gone, with a message.
 */
export interface OrderOwnStatus {
  readonly kind: "open" | "delayed" | "matched" | "canceled" | "rejected";
  /** What it traded by its own count, times 10^6. */
  readonly sharesE6: bigint;
  /** Whether it says twice that it traded nothing: it counts none, and lists no trade. */
  readonly isUntraded: boolean;
  readonly message: string;
}

/** Reads an order's status, and how many shares it traded. */
export function readOrderStatus(order: OrderPayload): Result.Result<OrderOwnStatus, Unclear> {
  const status = shortStatus(order.status);
  const isLong = status !== order.status;
  const matched = order.size_matched || "0";
  const sharesE6 = isLong && /^\d{1,21}$/.test(matched) ? BigInt(matched) : readE6(matched);
  if (sharesE6 === undefined) return Result.fail("its matched size is no size");
  const kind = kindOf(status);
  const { associate_trades: trades, size_matched } = order;
  const listsNone = Array.isArray(trades) && trades.length === 0;
  const isUntraded = listsNone && sharesE6 === 0n && Boolean(size_matched);
  // What follows the name of a cancellation is its reason, in any words.
  const message = status.replace(/^cancel+ed_/i, "").replaceAll("_", " ");
  return kind === undefined
    ? Result.fail(`its status is "${order.status.slice(0, 80)}"`)
    : Result.succeed({ kind, sharesE6, isUntraded, message });
}

function kindOf(status: string): OrderOwnStatus["kind"] | undefined {
  if (/^cancel/i.test(status)) return "canceled";
  if (/delayed|pending/i.test(status)) return "delayed";
  if (/^(live|unmatched)/i.test(status)) return "open";
  if (/^matched/i.test(status)) return "matched";
  if (/kill|expired/i.test(status)) return "canceled";
  return /invalid|fail|reject/i.test(status) ? "rejected" : undefined;
}

/** An order, and what the venue says of it besides its trades; nothing where it has none. */
export interface AskedOrder {
  readonly orderId: string;
  readonly orderType: OrderType;
  readonly own: OrderOwnStatus | undefined;
}

/**
 * Returns what became of an order, from its own status and a list that includes its trades. Those
 * that failed on the chain count too: they are taken back as fills. One that cannot rest and whose
 * trades have all failed traded nothing.
 */
export function readStatus(
  { orderId, orderType, own }: AskedOrder,
  trades: ReadonlyArray<TradePayload>,
): Result.Result<VenueOrderStatus, Unclear> {
  return Result.map(
    readFill(trades, { orderId, own }),
    (traded) => {
      const asked = { own, traded, hasTraded: traded.tradedE6 > 0n };
      return canRest(orderType) ? restingStatus(asked) : immediateStatus(asked);
    },
  );
}

/** What is known of an order's trades. */
interface Traded {
  /** All of it, what failed on the chain included. */
  readonly fill: Fill;
  readonly tradedE6: bigint;
  /** Whether all of it has failed on the chain. */
  readonly hasFailed: boolean;
}

interface AskedTrades {
  readonly own: OrderOwnStatus | undefined;
  readonly traded: Traded;
  readonly hasTraded: boolean;
}

/** One that cannot rest may be filled or killed any moment while the venue has not decided. */
function immediateStatus({ own, traded, hasTraded }: AskedTrades): VenueOrderStatus {
  if (own?.kind === "open" || own?.kind === "delayed") return { kind: "pending" };
  if (traded.hasFailed) return refused("rejected", "its trades failed on the chain");
  // A cancelled order may leave out what it traded before.
  if (hasTraded || own?.kind === "matched") return { kind: "matched", fill: traded.fill };
  if (own === undefined) return { kind: "missing" };
  return refused(own.kind === "canceled" ? "killed" : "rejected", own.message);
}

function restingStatus({ own, traded: { fill }, hasTraded }: AskedTrades): VenueOrderStatus {
  switch (own?.kind) {
    case undefined:
      return hasTraded ? { kind: "live", isDelayed: false, fill } : { kind: "missing" };
    case "open":
    case "delayed":
      return { kind: "live", isDelayed: own.kind === "delayed", fill };
    case "matched":
      return { kind: "matched", fill };
    case "canceled":
    case "rejected":
      return { kind: "canceled", fill, cause: "venue", message: own.message };
  }
}

function readFill(
  trades: ReadonlyArray<TradePayload>,
  { orderId, own: status }: Pick<AskedOrder, "orderId" | "own">,
): Result.Result<Traded, Unclear> {
  const own = trades.flatMap((trade) => ownPartsOf(trade, orderId));
  const read = Option.all(own.map(({ size, price, hasFailed }) =>
    Option.all({
      sizeE6: Option.fromUndefinedOr(readE6(size)),
      priceE6: Option.fromUndefinedOr(readE6(price)),
      hasFailed: Option.some(hasFailed),
    })
  ));
  if (Option.isNone(read)) return Result.fail("one of its trades cannot be read");
  const sum = (trades: typeof read.value) => trades.reduce((all, { sizeE6 }) => all + sizeE6, 0n);
  const listedE6 = sum(read.value);
  const failedE6 = sum(read.value.filter(({ hasFailed }) => hasFailed));
  const paidE12 = read.value.reduce((all, { sizeE6, priceE6 }) => all + sizeE6 * priceE6, 0n);
  // Trades may be listed after the order counts them. A part of them does not give the cost.
  const countedE6 = status?.sharesE6 ?? 0n;
  const tradedE6 = countedE6 > listedE6 ? countedE6 : listedE6;
  if (tradedE6 === 0n) {
    const fill = status?.kind === "matched" ? UNSTATED_FILL : NO_FILL;
    return Result.succeed({ fill, tradedE6, hasFailed: false });
  }
  const isListed = own.length > 0 && tradedE6 === listedE6;
  const fill = {
    sharesE6: Option.some(tradedE6),
    usdcE6: isListed ? Option.some(paidE12 / ONE_E6) : Option.none<bigint>(),
  };
  return Result.succeed({ fill, tradedE6, hasFailed: tradedE6 === failedE6 });
}

/** Returns what an order gave to a trade: as its taker, or as one of its makers. */
function ownPartsOf(trade: TradePayload, orderId: string) {
  const hasFailed = /failed$/i.test(trade.status);
  const isOwn = (id: string) => id.toLowerCase() === orderId.toLowerCase();
  const { size, price } = trade;
  if (isOwn(trade.taker_order_id)) return [{ size, price, hasFailed }];
  return (trade.maker_orders ?? []).filter(({ order_id }) => isOwn(order_id))
    .map(({ matched_amount: size, price }) => ({ size, price, hasFailed }));
}

function refused(
  reason: RefusalReason,
  message: string,
): VenueOrderStatus & { readonly kind: "refused" } {
  return { kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } };
}
