/**
 * The interfaces of a follower, which keeps books up to date without requests.
 *
 * @module
 */
import type { Effect, Option } from "effect";
import type { Book } from "../../../core/order/mod.ts";
import type { VenueBooks } from "../../../core/port/venue_books.ts";
import type { KnownBook } from "./followed_book.ts";

/** Follows the books of some tokens on the venue's stream. */
export interface BookFollower {
  /**
   * Follows tokens for the next ten minutes of machine time. Returns immediately, whatever the
   * network does. Beyond 400 tokens, held ones included, the least recently requested are dropped.
   */
  readonly follow: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;
  /** Returns the current book; none where it is in doubt. */
  readonly bookNow: (tokenId: string) => Option.Option<Book>;
}

/** Follows the books of other tokens over the same connection, for as long as they are held. */
export interface HeldBooks extends Pick<VenueBooks["Service"], "hold" | "listen" | "tradesNow"> {
  /** Returns the current book of any followed token; none where it is in doubt. */
  readonly knownNow: (tokenId: string) => Option.Option<KnownBook>;
}
