/**
 * The interface of a follower, which keeps books up to date without requests.
 *
 * @module
 */
import type { Effect, Option } from "effect";
import type { Book } from "../../../core/order/mod.ts";

/** Follows the books of some tokens on the venue's stream. */
export interface BookFollower {
  /**
   * Follows tokens for the next ten minutes of machine time. Returns immediately, whatever the
   * network does. Beyond 400 tokens, the least recently requested ones are dropped.
   */
  readonly follow: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;
  /** Returns the current book; none where it is in doubt. */
  readonly bookNow: (tokenId: string) => Option.Option<Book>;
}
