/**
 * Who follows which books. A token is followed for as long as anyone does.
 *
 * @module
 */
import { HELD_TOKENS_MAX } from "../../port/venue_books.ts";

/** Called with a token whose quote changed, came into doubt or out of it. */
export type QuoteListener = (tokenId: string) => void;

/** One who follows books: a listener, and its tokens. */
export interface BookFollower {
  readonly listener: QuoteListener;
  tokenIds: ReadonlySet<string>;
}

/** The followers of all books. */
export interface BookFollowings {
  /**
   * Lets one follow these tokens, and no others. Returns those that had no place, the last ones
   * where all together are more than {@linkcode HELD_TOKENS_MAX}.
   */
  readonly set: (
    follower: BookFollower,
    tokenIds: ReadonlyArray<string>,
  ) => ReadonlyArray<string>;
  /** Every token that anyone follows. */
  readonly tokenIds: () => ReadonlyArray<string>;
  /** Tells these tokens to those who follow them. */
  readonly tell: (tokenIds: Iterable<string>) => void;
}

/** Makes followings of nobody. */
export function makeBookFollowings(): BookFollowings {
  const byToken = new Map<string, Set<BookFollower>>();

  const leave = (follower: BookFollower, tokenId: string) => {
    const others = byToken.get(tokenId);
    others?.delete(follower);
    if (others?.size === 0) byToken.delete(tokenId);
  };
  /** Whether there is a place for it. */
  const join = (follower: BookFollower, tokenId: string): boolean => {
    const others = byToken.get(tokenId);
    if (others === undefined && byToken.size >= HELD_TOKENS_MAX) return false;
    if (others === undefined) byToken.set(tokenId, new Set([follower]));
    else others.add(follower);
    return true;
  };

  return {
    set: (follower, tokenIds) => {
      const wanted = new Set(tokenIds);
      for (const tokenId of follower.tokenIds) {
        if (!wanted.has(tokenId)) leave(follower, tokenId);
      }
      const leftOut = [...wanted].filter((tokenId) => !join(follower, tokenId));
      follower.tokenIds = wanted.difference(new Set(leftOut));
      return leftOut;
    },
    tokenIds: () => [...byToken.keys()],
    tell: (tokenIds) => {
      for (const tokenId of tokenIds) {
        for (const { listener } of byToken.get(tokenId) ?? []) listener(tokenId);
      }
    },
  };
}
