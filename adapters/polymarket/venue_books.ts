/**
 * Implements {@linkcode VenueBooks}: books from the venue's stream, and from its public endpoint.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import {
  HELD_TOKENS_MAX,
  type Quote,
  type VenueBook,
  VenueBooks,
} from "../../core/port/venue_books.ts";
import { MachineTimers } from "../outbound/mod.ts";
import type { KnownBook } from "./book/followed_book.ts";
import type { HeldBooks } from "./book/followed_books.ts";
import type { AnsweredBook } from "./clob/book.ts";
import { type ClobOptions, makeClobCall } from "./clob/call.ts";
import { makeFreshBooks } from "./clob/fresh_books.ts";
import { clobFailed } from "./clob/http_failure.ts";
import { makeClobMarket } from "./clob/market.ts";

/** How long callers share an answer. Orders have requests of their own, and share them shorter. */
const AGE_MS_MAX = 1_000;
/** The venue takes 1,500 in ten seconds of one address, which orders share. */
const REQUESTS_PER_SEC_MAX = 20;

/** The order book's address, and the follower of its books. */
export interface VenueBooksOptions extends ClobOptions {
  readonly books: HeldBooks;
  /** The machine's time by default. */
  readonly nowMs?: () => number;
}

/** Makes the adapter. Needs the {@linkcode ProviderWatch}. */
export const makePolymarketVenueBooks = Effect.fnUntraced(function* (
  { books, clobUrl, ...options }: VenueBooksOptions,
) {
  const { nowMs } = { ...yield* MachineTimers, ...options };
  const market = makeClobMarket(yield* makeClobCall({ clobUrl }));
  let [secondMs, requests] = [-Infinity, 0];

  /** Takes one of the requests of this second, if there is one left. */
  const isAllowed = () => {
    const atMs = nowMs();
    if (atMs - secondMs >= 1_000) [secondMs, requests] = [atMs, 0];
    requests += 1;
    return requests <= REQUESTS_PER_SEC_MAX;
  };
  const fresh = yield* makeFreshBooks({
    book: (tokenId) =>
      Effect.suspend(() => isAllowed() ? market.book(tokenId) : Effect.fail(tooMany(tokenId))).pipe(
        Effect.flatMap((answered) => toVenueBook(tokenId, answered)),
      ),
    ageMsMax: AGE_MS_MAX,
    nowMs,
  });

  return VenueBooks.of({
    hold: (tokenIds) => books.hold(tokenIds.slice(0, HELD_TOKENS_MAX)),
    listen: books.listen,
    bookNow: (tokenId) => Option.map(books.knownNow(tokenId), bookOf),
    quoteNow: (tokenId) => Option.map(books.knownNow(tokenId), quoteOf),
    tradesNow: books.tradesNow,
    request: (tokenId) =>
      Effect.suspend(() => {
        const isCached = fresh.isShared(tokenId);
        return Effect.map(fresh.book(tokenId), (value) => ({ value, isCached }));
      }),
  });
});

function bookOf({ book, changedMs: atMs, hash }: KnownBook): VenueBook {
  return { book, atMs, hash: Option.fromUndefinedOr(hash) };
}

function quoteOf({ book: { bids: [bid], asks: [ask] }, touchMs: atMs }: KnownBook): Quote {
  return { bid: bid ?? null, ask: ask ?? null, atMs };
}

function toVenueBook(
  tokenId: string,
  { book, atMs, hash }: AnsweredBook,
): Effect.Effect<VenueBook, ProviderFailed> {
  return Option.match(atMs, {
    onNone: () =>
      Effect.fail(
        clobFailed(wanted(tokenId), { reason: "unreadable", because: "its time cannot be read" }),
      ),
    onSome: (atMs) => Effect.succeed({ book, atMs, hash }),
  });
}

function tooMany(tokenId: string): ProviderFailed {
  const because = `${REQUESTS_PER_SEC_MAX} other books were requested within the last second`;
  return clobFailed(wanted(tokenId), { reason: "limited", because, retryAfterSec: 1 });
}

function wanted(tokenId: string) {
  return { wanted: `the order book of the token "${tokenId}"` };
}
