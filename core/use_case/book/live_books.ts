/**
 * The newest books and best prices of any tokens, for whoever follows them.
 *
 * @module
 */
import { Context, Effect, Layer, type Option, type Scope } from "effect";
import type { Leases } from "../../port/leases.ts";
import type { News } from "../../port/news.ts";
import { type Quote, type VenueBook, VenueBooks, type VenueTrade } from "../../port/venue_books.ts";
import { type BookFollower, makeBookFollowings, type QuoteListener } from "./book_followings.ts";
import { shareQuotes } from "./shared_quotes.ts";

/** What one who follows books does with them. */
export interface BookFollowing {
  /**
   * Follows these tokens from now on, and no others, over the connection that is open. Returns
   * those that had no place: 300 are followed at most, for all followings together.
   */
  readonly setTokens: (tokenIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>;
}

/**
 * Follows books. In a fleet one replica follows them all, and the others have their quotes from it,
 * up to a tenth of a second later.
 */
export class LiveBooks extends Context.Service<LiveBooks, {
  /**
   * Begins to follow, no tokens yet, until the scope ends. The listener is called synchronously
   * with each of its tokens whose quote or book changed, came into doubt or out of it; it reads
   * what is new by `quoteNow`, and must not throw.
   */
  readonly follow: (listener: QuoteListener) => Effect.Effect<BookFollowing, never, Scope.Scope>;

  /**
   * Returns the best prices of a followed token; none where they are in doubt. What has not changed
   * for long is still the newest.
   */
  readonly quoteNow: (tokenId: string) => Option.Option<Quote>;

  /**
   * Returns the book of a token, if this process follows it and it is not in doubt. In a fleet that
   * is one replica, and those that have lately traded in its market.
   */
  readonly bookNow: (tokenId: string) => Option.Option<VenueBook>;

  /** Returns the last trades of a followed token since it is followed, newest first. */
  readonly tradesNow: (tokenId: string) => ReadonlyArray<VenueTrade>;
}>()("core/use_case/LiveBooks") {}

/** Provides the books of this replica. */
export const layerLiveBooks: Layer.Layer<LiveBooks, never, VenueBooks | Leases | News> = Layer
  .effect(
    LiveBooks,
    Effect.gen(function* () {
      const { bookNow } = yield* VenueBooks;
      const followings = makeBookFollowings();
      const { quoteNow, tradesNow, follow: followAll } = yield* shareQuotes(followings);
      const setTokens = (follower: BookFollower, tokenIds: ReadonlyArray<string>) =>
        Effect.tap(Effect.sync(() => followings.set(follower, tokenIds)), () => followAll);
      return LiveBooks.of({
        follow: (listener) =>
          Effect.map(
            Effect.acquireRelease(
              Effect.sync((): BookFollower => ({ listener, tokenIds: new Set() })),
              (follower) => setTokens(follower, []),
            ),
            (follower) => ({ setTokens: (tokenIds) => setTokens(follower, tokenIds) }),
          ),
        quoteNow,
        bookNow,
        tradesNow,
      });
    }),
  );
