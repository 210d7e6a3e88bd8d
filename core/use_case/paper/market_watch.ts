/**
 * What happened in the market of a token since the last look: its new trades, and its book.
 *
 * @module
 */
import { Option } from "effect";
import type { VenueBook, VenueTrade } from "../../port/venue_books.ts";

/** What is new. */
export interface MarketNews {
  /** Oldest first. */
  readonly trades: ReadonlyArray<VenueTrade>;
  /** None while it is in doubt. */
  readonly book: Option.Option<VenueBook>;
  /** Whether something before that may not have been heard. */
  readonly isGap: boolean;
}

/** Where the books and trades come from. */
export interface MarketSource {
  readonly bookNow: (tokenId: string) => Option.Option<VenueBook>;
  /** Newest first. */
  readonly tradesNow: (tokenId: string) => ReadonlyArray<VenueTrade>;
}

/** Looks at markets again and again. */
export interface MarketWatch {
  /** Returns what is new of a token. */
  readonly look: (tokenId: string) => MarketNews;
  /** Forgets all tokens but these. */
  readonly keep: (tokenIds: ReadonlySet<string>) => void;
}

/** What was seen of a token. */
interface Seen {
  readonly newest: VenueTrade | undefined;
  readonly isKnown: boolean;
}

/** Makes a watch that has seen nothing. */
export function makeMarketWatch({ bookNow, tradesNow }: MarketSource): MarketWatch {
  const seen = new Map<string, Seen>();
  return {
    look: (tokenId) => {
      const before = seen.get(tokenId);
      const known = tradesNow(tokenId);
      const book = bookNow(tokenId);
      seen.set(tokenId, { newest: known[0], isKnown: Option.isSome(book) });
      // What was traded before the first look is in the book that the order joined.
      if (before === undefined) return { trades: [], book, isGap: true };
      const count = before.newest === undefined ? known.length : known.indexOf(before.newest);
      const isLost = count < 0;
      return {
        trades: known.slice(0, isLost ? known.length : count).toReversed(),
        book,
        isGap: isLost || (!before.isKnown && Option.isSome(book)),
      };
    },
    keep: (tokenIds) => {
      for (const tokenId of seen.keys()) if (!tokenIds.has(tokenId)) seen.delete(tokenId);
    },
  };
}
