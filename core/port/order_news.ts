/**
 * Port: what the primary venue tells of a wallet's own orders and trades.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { OrderFill } from "../order/mod.ts";
import type { OrderCallFailure, OrderHolder } from "./order_venue.ts";
import type { SocketCounts } from "./provider_watch.ts";

/**
 * Something that the venue has told. `fills`: what a trade is to the wallet's orders. `order`: an
 * order has traded, or is gone; only a look-up says which of it is certain. `isPlaced`: it says no
 * more than that the venue has it.
 */
export type OrderNews =
  | { readonly kind: "fills"; readonly fills: ReadonlyArray<OrderFill> }
  | { readonly kind: "order"; readonly orderId: string; readonly isPlaced: boolean };

/** Hears the news of one wallet. */
export interface OrderListener {
  /** A connection is open: what happened before, nobody tells. */
  readonly opened: Effect.Effect<void>;
  readonly heard: (news: OrderNews) => Effect.Effect<void>;
}

/** Tells of orders of the API key that asks; those of the wallet's other keys do not appear. */
export class OrderNewsFeed extends Context.Service<OrderNewsFeed, {
  /** Returns the fills of the wallet's trades since an instant, in unix seconds. */
  readonly fills: (
    query: { readonly holder: OrderHolder; readonly sinceSec: number },
  ) => Effect.Effect<ReadonlyArray<OrderFill>, OrderCallFailure>;

  /** Follows the news of a wallet until it is interrupted, over any number of connections. */
  readonly follow: (holder: OrderHolder, listener: OrderListener) => Effect.Effect<never>;

  /** How many wallets are followed by this process, and over an open connection. */
  readonly sockets: () => SocketCounts;
}>()("core/port/OrderNewsFeed") {}
