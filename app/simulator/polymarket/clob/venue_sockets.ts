/**
 * The paths of the venue's sockets: `/ws/market` and `/ws/user`.
 *
 * @module
 */
import { type SimulatedProvider } from "../../kit/simulator.ts";
import { type ApiKeys } from "./api_keys.ts";
import { makeBookWatch } from "./book_watch.ts";
import { type MarketFeed } from "./market_feed.ts";
import { makeMarketConversation } from "./market_socket.ts";
import { type TouchLog } from "./touch_log.ts";
import { makeUserConversation } from "./user_socket.ts";
import { type WatchedBooks } from "./watched_market.ts";

/** The sources of the sockets' frames. */
export interface VenueSocketSources {
  readonly books: WatchedBooks;
  readonly feed: MarketFeed;
  readonly keys: ApiKeys;
  readonly touches: Pick<TouchLog, "add">;
  readonly seed: number;
}

/** Makes the provider's `upgrade`. Both sockets accept any client; a message authenticates it. */
export function makeVenueSockets(
  { books, feed, keys, touches, seed }: VenueSocketSources,
): NonNullable<SimulatedProvider["upgrade"]> {
  const context = { watch: makeBookWatch({ books, feed, touches }) };
  return ({ path }) => {
    switch (path) {
      case "/ws/market":
        return (socket) => makeMarketConversation(socket, context);
      case "/ws/user":
        return (socket) => makeUserConversation(socket, { keys, feed, seed });
      default:
        return undefined;
    }
  };
}
