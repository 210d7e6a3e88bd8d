/**
 * Where the venue's sockets are: `/ws/market` and `/ws/user`.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { type SimulatedProvider } from "../simulator.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type GameWorld } from "../venue_metadata/game/game_world.ts";
import { type ApiKeys } from "./api_keys.ts";
import { makeBookWatch, type WatchedBooks } from "./book_watch.ts";
import { type MarketFeed } from "./market_feed.ts";
import { makeMarketSession } from "./market_socket.ts";
import { makeUserSession } from "./user_socket.ts";
import { makeVenueNews } from "./venue_news.ts";

/** What the sockets tell of. */
export interface VenueSocketSources {
  readonly venue: VenueWorld;
  readonly games: GameWorld;
  readonly clock: SandboxClock;
  readonly books: WatchedBooks;
  readonly feed: MarketFeed;
  readonly keys: ApiKeys;
}

/** Makes the provider's `upgrade`. Both sockets open to anyone; who it is, a message says. */
export function makeVenueSockets(
  { venue, games, clock, books, feed, keys }: VenueSocketSources,
): NonNullable<SimulatedProvider["upgrade"]> {
  const surroundings = {
    watch: makeBookWatch({ books, feed }),
    news: makeVenueNews({ venue, games, clock }),
  };
  return ({ path }) => {
    switch (path) {
      case "/ws/market":
        return (socket) => makeMarketSession(socket, surroundings);
      case "/ws/user":
        return (socket) => makeUserSession(socket, { keys, feed });
      default:
        return undefined;
    }
  };
}
