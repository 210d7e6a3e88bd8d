/** {@linkcode VenueBooks} in memory: the books are what a test puts. @module */
import { Effect, Option } from "effect";
import type { Book, Level } from "../../core/order/mod.ts";
import { NoOrderBook } from "../../core/port/order_venue.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import {
  type Quote,
  type VenueBook,
  VenueBooks,
  type VenueTrade,
} from "../../core/port/venue_books.ts";
import { conditionOf, NO_PROTOCOL } from "../condition.ts";

/** A book of one level a side, or with these levels, best first. */
export function venueBook(
  tokenId: string,
  { atMs = 1_000, hash = Option.some("a".repeat(40)), ...levels }: {
    readonly atMs?: number;
    readonly hash?: Option.Option<string>;
    readonly bids?: ReadonlyArray<Level>;
    readonly asks?: ReadonlyArray<Level>;
  } = {},
): VenueBook {
  const book: Book = {
    tokenId,
    conditionId: conditionOf(1),
    protocol: NO_PROTOCOL,
    tickE6: 10_000n,
    bids: [{ priceE6: 470_000n, sizeE6: 120_500_000n }],
    asks: [{ priceE6: 480_000n, sizeE6: 75_000_000n }],
    ...levels,
  };
  return { book, atMs, hash };
}

/** The best prices of a book. */
export function quoteOf({ book: { bids: [bid], asks: [ask] }, atMs }: VenueBook): Quote {
  return { bid: bid ?? null, ask: ask ?? null, atMs };
}

/** A venue whose stream has what was put for held tokens, and whose endpoint has the rest. */
export function makeMemoryVenueBooks() {
  const books = new Map<string, VenueBook>();
  const answers = new Map<string, VenueBook>();
  const trades = new Map<string, ReadonlyArray<VenueTrade>>();
  const listeners = new Set<(tokenIds: ReadonlyArray<string>) => void>();
  let held = new Set<string>();
  const control = {
    /** Whether the stream tells anything. */
    isUp: true,
    /** Whether the endpoint answers, and whether another caller's request is shared. */
    isAnswering: true,
    isShared: false,
    held: () => [...held],
    /** Replaces books on the stream, and tells those that are held. */
    put: (...put: ReadonlyArray<VenueBook>) => {
      for (const one of put) books.set(one.book.tokenId, one);
      const tokenIds = put.map(({ book: { tokenId } }) => tokenId);
      const told = tokenIds.filter((tokenId) => held.has(tokenId));
      for (const listener of listeners) listener(told);
    },
    /** A trade is told on the stream. */
    trade: (tokenId: string, trade: VenueTrade) =>
      void trades.set(tokenId, [trade, ...trades.get(tokenId) ?? []]),
    /** Brings a book into doubt. */
    doubt: (tokenId: string) => {
      books.delete(tokenId);
      for (const listener of listeners) listener([tokenId]);
    },
    /** What the endpoint answers. */
    answer: (book: VenueBook) => void answers.set(book.book.tokenId, book),
    /** Lets the endpoint have no book of a token. */
    forget: (tokenId: string) => void answers.delete(tokenId),
    requested: [] as Array<string>,
  };
  const bookNow = (tokenId: string) =>
    Option.fromUndefinedOr(
      control.isUp && held.has(tokenId) ? books.get(tokenId) : undefined,
    );
  const service = VenueBooks.of({
    hold: (tokenIds) => Effect.sync(() => void (held = new Set(tokenIds))),
    listen: (listener) =>
      Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => listeners.add(listener)),
        () => Effect.sync(() => listeners.delete(listener)),
      )),
    bookNow,
    quoteNow: (tokenId) => Option.map(bookNow(tokenId), quoteOf),
    tradesNow: (tokenId) => trades.get(tokenId) ?? [],
    request: (tokenId) =>
      Effect.suspend((): ReturnType<VenueBooks["Service"]["request"]> => {
        control.requested.push(tokenId);
        if (!control.isAnswering) {
          const cause = new Error("the secret inside");
          const wanted = `the order book of the token "${tokenId}"`;
          const provider = "venue orders";
          return Effect.fail(
            new ProviderFailed({ provider, reason: "timeout", wanted, cause }),
          );
        }
        const value = answers.get(tokenId);
        return value === undefined
          ? Effect.fail(new NoOrderBook({ named: `token "${tokenId}"` }))
          : Effect.succeed({ value, isCached: control.isShared });
      }),
  });
  return Object.assign(control, { service });
}
