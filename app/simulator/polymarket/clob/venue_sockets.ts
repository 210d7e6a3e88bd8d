/**
 * The paths of the venue's sockets: `/ws/market` and `/ws/user`.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type SimulatedProvider } from "../../kit/simulator.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type GameWorld } from "../gamma/game/game_world.ts";
import { type ApiKeys } from "./api_keys.ts";
import { makeBookWatch, type WatchedBooks } from "./book_watch.ts";
import { type MarketFeed } from "./market_feed.ts";
import { makeMarketSession } from "./market_socket.ts";
import { makeUserSession } from "./user_socket.ts";
import { makeVenueNews } from "./venue_news.ts";

/** The sources of the sockets' frames. */
export interface VenueSocketSources {
  readonly venue: VenueWorld;
  readonly games: GameWorld;
  readonly clock: SandboxClock;
  readonly books: WatchedBooks;
  readonly feed: MarketFeed;
  readonly keys: ApiKeys;
}

/** Makes the provider's `upgrade`. Both sockets accept any client; a message authenticates it. */
export function makeVenueSockets(
  { venue, games, clock, books, feed, keys }: VenueSocketSources,
): NonNullable<SimulatedProvider["upgrade"]> {
  const context = {
    watch: makeBookWatch({ books, feed }),
    news: makeVenueNews({ venue, games, clock }),
  };
  return ({ path }) => {
    switch (path) {
      case "/ws/market":
        return (socket) => makeMarketSession(socket, context);
      case "/ws/user":
        return (socket) => makeUserSession(socket, { keys, feed });
      default:
        return undefined;
    }
  };
}
