/**
 * Books that are kept up to date without being asked for.
 *
 * @module
 */
import type { Effect, Option } from "effect";
import type { Book } from "../../../core/order/mod.ts";

/** Follows the books of some tokens on the venue's stream. */
export interface BookFollower {
  /**
   * Follows them for ten minutes of machine time from now on. Returns at once, whatever the network
   * does. Of more than 400 tokens, those whose last call is longest ago are no longer followed.
   */
  readonly follow: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;
  /** The book as it is now; none where there is any doubt about that. */
  readonly bookNow: (tokenId: string) => Option.Option<Book>;
}
