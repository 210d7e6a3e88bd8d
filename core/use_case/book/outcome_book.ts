/**
 * The book of one outcome of a market: from the stream where it is followed, else by a request.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { EventCatalog } from "../../port/event_catalog.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { type VenueBook, VenueBooks, type VenueTrade } from "../../port/venue_books.ts";
import type { MarketReference } from "../../venue/mod.ts";
import { type EventAmbiguous, marketSlugOf } from "../order/market_slug.ts";
import {
  MarketUnknown,
  outcomeNamed,
  type OutcomesAlike,
  type OutcomeUnknown,
} from "../order/resolve_order.ts";
import { LiveBooks } from "./live_books.ts";

/** The venue keeps no book for an outcome: its market is not open yet, or no longer. */
export class BookMissing extends Schema.TaggedError<BookMissing>()("BookMissing", {
  slug: Schema.String,
  outcome: Schema.String,
}) {
  override get message(): string {
    return `Cannot show the book of "${this.outcome}" in "${this.slug}": the venue has none`;
  }
}

/** Where a book comes from: the venue's stream, or a request of now. */
export const BOOK_SOURCES = ["stream", "request"] as const;

/** A book, and what it is of. */
export interface OutcomeBook extends VenueBook {
  readonly slug: string;
  /** As the venue writes it. */
  readonly outcome: string;
  readonly source: (typeof BOOK_SOURCES)[number];
  readonly isCached: boolean;
  /** The last trades, newest first, since the book is followed. */
  readonly trades: ReadonlyArray<VenueTrade>;
}

/** Returns the book of the named outcome of a market. */
export const outcomeBook = Effect.fn("outcomeBook")(function* (
  { market, outcome }: { readonly market: MarketReference; readonly outcome: string },
): Effect.fn.Return<
  OutcomeBook,
  | MarketUnknown
  | EventAmbiguous
  | OutcomeUnknown
  | OutcomesAlike
  | BookMissing
  | ProviderFailed,
  EventCatalog | LiveBooks | VenueBooks
> {
  const slug = yield* Effect.catchTag(
    marketSlugOf(market),
    "NoMarketThere",
    ({ eventSlug }) => Effect.fail(new MarketUnknown({ slug: eventSlug })),
  );
  const { value: listed, isCached } = yield* Effect.catchTag(
    (yield* EventCatalog).market(slug, "lasting"),
    "NotListed",
    () => Effect.fail(new MarketUnknown({ slug })),
  );
  const { name, tokenId } = yield* outcomeNamed(outcome, listed.market);
  const missing = new BookMissing({ slug, outcome: name });
  if (Option.isNone(tokenId)) return yield* missing;
  const { bookNow, tradesNow } = yield* LiveBooks;
  const named = { slug, outcome: name, trades: tradesNow(tokenId.value) };
  const followed = bookNow(tokenId.value);
  if (Option.isSome(followed)) return { ...named, ...followed.value, source: "stream", isCached };
  const answer = yield* Effect.catchTag(
    (yield* VenueBooks).request(tokenId.value),
    "NoOrderBook",
    () => Effect.fail(missing),
  );
  const isAllCached = isCached && answer.isCached;
  return { ...named, ...answer.value, source: "request", isCached: isAllCached };
});
