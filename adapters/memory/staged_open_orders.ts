/**
 * Orders that wait at the venue in memory, each seen by its own wallet alone.
 *
 * @module
 */
import { Option } from "effect";
import type {
  Cancelled,
  OpenOrders,
  OrderFilter,
  OrderHolder,
  VenueOrder,
} from "../../core/port/mod.ts";
import type { ConditionId } from "../../core/venue/mod.ts";

/** An order that waits. */
export interface StagedOpenOrder {
  /** Who may see and cancel it: the address of a signing key. */
  readonly address: string;
  readonly orderId: string;
  readonly conditionId: ConditionId;
  readonly tokenId: string;
  /** Why it cannot be cancelled, where it cannot. */
  readonly kept?: string;
}

/** Which orders, and of whom. */
interface OpenQuestion {
  readonly holder: OrderHolder;
  readonly filter: OrderFilter;
}

/** Lists and cancels. A page has at most `pageSize` orders. */
export class StagedOpenOrders {
  readonly #orders = new Map<string, StagedOpenOrder>();
  readonly #pageSize: number;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /** Lets an order wait. */
  put(order: StagedOpenOrder): void {
    this.#orders.set(order.orderId, order);
  }

  /** A page. The cursor is how many orders went before it. */
  page({ cursor, ...question }: OpenQuestion & { readonly cursor: Option.Option<string> }) {
    const found = this.#found(question);
    const start = Number(Option.getOrElse(cursor, () => "0"));
    const end = start + this.#pageSize;
    return {
      orders: found.slice(start, end).map(toVenueOrder),
      nextCursor: end < found.length ? Option.some(String(end)) : Option.none(),
    } satisfies OpenOrders;
  }

  /** One order of a wallet. */
  one({ address }: OrderHolder, orderId: string): Option.Option<VenueOrder> {
    const order = this.#orders.get(orderId);
    return order?.address === address ? Option.some(toVenueOrder(order)) : Option.none();
  }

  /** Cancels what can be. */
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

  #found({ holder, filter: { conditionId, tokenId } }: OpenQuestion) {
    return [...this.#orders.values()].filter((order) =>
      order.address === holder.address &&
      (Option.isNone(conditionId) || order.conditionId === conditionId.value) &&
      (Option.isNone(tokenId) || order.tokenId === tokenId.value)
    );
  }
}

function toVenueOrder({ orderId, address, conditionId, tokenId }: StagedOpenOrder): VenueOrder {
  return {
    id: orderId,
    status: "LIVE",
    maker_address: address,
    market: conditionId,
    asset_id: tokenId,
  };
}
