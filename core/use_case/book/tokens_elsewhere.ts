/**
 * The tokens that other replicas follow, as they say again and again: whoever has the books of the
 * venue has them for all.
 *
 * @module
 */
import { BoundedMap } from "../../bounded_map.ts";
import { HELD_TOKENS_MAX } from "../../port/venue_books.ts";

/** What is followed is said at every so many looks: it is of all replicas, and to all. */
export const SAID_EVERY_LOOKS = 3;
/** A token of which nobody says any more that it is followed is kept for so many looks. */
const KEPT_LOOKS = 2 * SAID_EVERY_LOOKS + 1;

/** The tokens, whoever follows them. */
export interface TokensElsewhere {
  /** Takes what a replica follows. Returns whether it adds anything. */
  readonly take: (tokenIds: ReadonlyArray<string>) => boolean;
  /** Call it at every look. Returns whether anything has lapsed. */
  readonly look: () => boolean;
  readonly tokenIds: () => ReadonlyArray<string>;
}

/** Begins with none. */
export function makeTokensElsewhere(): TokensElsewhere {
  const looksLeft = new BoundedMap<string, number>(HELD_TOKENS_MAX);
  return {
    take: (tokenIds) => {
      const isNew = tokenIds.some((tokenId) => !looksLeft.has(tokenId));
      for (const tokenId of tokenIds) looksLeft.setNewest(tokenId, KEPT_LOOKS);
      return isNew;
    },
    look: () => {
      const entries = [...looksLeft];
      for (const [tokenId, looks] of entries) {
        if (looks === 0) looksLeft.delete(tokenId);
        else looksLeft.set(tokenId, looks - 1);
      }
      return looksLeft.size < entries.length;
    },
    tokenIds: () => [...looksLeft].map(([tokenId]) => tokenId),
  };
}
