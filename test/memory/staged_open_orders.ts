/** Open orders of the in-memory venue, each visible only to its own wallet. @module */
import { Option } from "effect";
import type {
  Cancelled,
  OpenOrder,
  OpenOrders,
  OrderFilter,
  OrderHolder,
} from "../../core/port/order_venue.ts";
import type { ConditionId } from "../../core/venue/mod.ts";

/** An open order. */
export interface StagedOpenOrder {
  /** The signing key's address of the wallet that may see and cancel the order. */
  readonly address: string;
  readonly orderId: string;
  readonly conditionId: ConditionId;
  readonly tokenId: string;
  /** When it was placed, in unix seconds; absent if the venue does not say so. */
  readonly createdSec?: number;
  /** Why the order cannot be cancelled; absent if it can. */
  readonly kept?: string;
}

/** A wallet's orders that match a filter. */
interface OpenQuestion {
  readonly holder: OrderHolder;
  readonly filter: OrderFilter;
}

/** Lists and cancels orders. A page has at most `pageSize` orders. */
export class StagedOpenOrders {
  readonly #orders = new Map<string, StagedOpenOrder>();
  readonly #pageSize: number;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /** Adds an open order. */
  put(order: StagedOpenOrder): void {
    this.#orders.set(order.orderId, order);
  }

  /** Returns a page. The cursor is the number of orders before it. */
  page({ cursor, ...question }: OpenQuestion & { readonly cursor: Option.Option<string> }) {
    const found = this.#found(question);
    const start = Number(Option.getOrElse(cursor, () => "0"));
    const end = start + this.#pageSize;
    return {
      orders: found.slice(start, end).map(toOpenOrder),
      nextCursor: end < found.length ? Option.some(String(end)) : Option.none(),
    } satisfies OpenOrders;
  }

  /** One order of a wallet. */
  one({ address }: OrderHolder, orderId: string): Option.Option<OpenOrder> {
    const order = this.#orders.get(orderId);
    return order?.address === address ? Option.some(toOpenOrder(order)) : Option.none();
  }

  /** Cancels the matching orders that can be cancelled. */
  cancel(question: OpenQuestion): Cancelled {
    const cancelled: string[] = [];
    const kept = new Map<string, string>();
    for (const order of this.#found(question)) {
      if (order.kept !== undefined) {
        kept.set(order.orderId, order.kept);
        continue;
      }
      this.#orders.delete(order.orderId);
      cancelled.push(order.orderId);
    }
    return { cancelled, kept };
  }

  /** Cancels a wallet's order if it is there and can be cancelled. Returns whether it did. */
  drop(address: string, orderId: string): boolean {
    const order = this.#orders.get(orderId);
    return order?.address === address && order.kept === undefined && this.#orders.delete(orderId);
  }

  #found({ holder, filter: { conditionId, tokenId } }: OpenQuestion) {
    return [...this.#orders.values()].filter((order) =>
      order.address === holder.address &&
      (Option.isNone(conditionId) || order.conditionId === conditionId.value) &&
      (Option.isNone(tokenId) || order.tokenId === tokenId.value)
    );
  }
}

function toOpenOrder({ orderId, createdSec, ...order }: StagedOpenOrder): OpenOrder {
  const raw = {
    id: orderId,
    status: "LIVE",
    maker_address: order.address,
    market: order.conditionId,
    asset_id: order.tokenId,
  };
  return { orderId, createdSec: Option.fromUndefinedOr(createdSec), raw };
}
