/**
 * Implements {@linkcode OrderNewsFeed} on the primary venue's user socket and its list of trades.
 *
 * @module
 */
import { Effect } from "effect";
import { fillsById } from "../../core/order/mod.ts";
import { OrderNewsFeed } from "../../core/port/order_news.ts";
import type { OrderHolder } from "../../core/port/order_venue.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { type ClobOptions, makeClobCall } from "./clob/call.ts";
import { forHolder } from "./clob/for_holder.ts";
import { VENUE_ORDERS } from "./clob/http_failure.ts";
import type { TradePayload } from "./clob/order_payload.ts";
import { makeClobOrders } from "./clob/orders.ts";
import { makeFrameDoubts } from "./user/frame_doubts.ts";
import { readOwnTrade } from "./user/own_trade.ts";
import { runWalletStream } from "./user/wallet_stream.ts";

/** The addresses of the order book and of the venue's sockets. */
export interface OrderNewsOptions extends ClobOptions {
  /** An origin, such as `wss://host`. */
  readonly clobWsUrl: string;
}

/** Makes the adapter. Needs the {@linkcode ProviderWatch}. */
export const makePolymarketOrderNewsFeed = Effect.fnUntraced(function* (options: OrderNewsOptions) {
  const watch = yield* ProviderWatch;
  const orders = makeClobOrders(yield* makeClobCall(options));
  const doubts = makeFrameDoubts();
  const sockets = new Set<{ readonly isOpen: boolean }>();

  const readAll = Effect.fnUntraced(function* (
    trades: ReadonlyArray<TradePayload>,
    { funder, credentials: { apiKey } }: OrderHolder,
  ) {
    const read = trades.map((trade) => readOwnTrade(trade, { apiKey, funder }));
    doubts.add(read.flatMap((trade) => trade.doubts));
    const warning = doubts.due(performance.now());
    if (warning !== undefined) yield* Effect.annotateLogs(warning, { provider: VENUE_ORDERS });
    // Pages may overlap, because trades are added while they are read.
    return [...fillsById(read.flatMap(({ fills }) => fills)).values()];
  });

  return OrderNewsFeed.of({
    fills: ({ holder, sinceSec }) =>
      forHolder(
        orders.trades(holder, { funder: holder.funder, afterSec: sinceSec }).pipe(
          Effect.flatMap((trades) => readAll(trades, holder)),
        ),
        { holder, wanted: "list the wallet's fills" },
      ),
    follow: (holder, listener) =>
      Effect.suspend(() => {
        const socket = { isOpen: false };
        sockets.add(socket);
        const isOpen = (is: boolean) => void (socket.isOpen = is);
        return runWalletStream({ wsUrl: options.clobWsUrl, holder, listener, isOpen }).pipe(
          Effect.provideService(ProviderWatch, watch),
          Effect.ensuring(Effect.sync(() => sockets.delete(socket))),
        );
      }),
    sockets: () => ({
      open: [...sockets].filter(({ isOpen }) => isOpen).length,
      wanted: sockets.size,
    }),
  });
});
