/**
 * Port: the order books of the primary venue as this process has them.
 *
 * @module
 */
import { Context, type Effect, type Option, type Scope } from "effect";
import type { Side } from "../fee/mod.ts";
import type { Book, Level } from "../order/mod.ts";
import type { NoOrderBook } from "./order_venue.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** A whole book of the venue. */
export interface VenueBook {
  readonly book: Book;
  /** The venue's time of the book, unix milliseconds. */
  readonly atMs: number;
  /** The venue's hash of the book, forty hex digits; none if it stated none. */
  readonly hash: Option.Option<string>;
}

/** The best levels of a book; null where that side is empty. */
export interface Quote {
  readonly bid: Level | null;
  readonly ask: Level | null;
  /** The venue's time since which they are the best, unix milliseconds. */
  readonly atMs: number;
}

/** A trade of a token, as the venue's stream tells it. */
export interface VenueTrade {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
  /** What the taker did. */
  readonly side: Side;
  /** The venue's time, unix milliseconds. */
  readonly atMs: number;
}

/** How many trades of a token are kept. */
export const KEPT_TRADES_MAX = 50;

/** An answer to a request, and whether another caller's request was shared. */
export interface RequestedBook {
  readonly value: VenueBook;
  readonly isCached: boolean;
}

/** How many tokens are held at most: the venue's socket also serves the markets of orders. */
export const HELD_TOKENS_MAX = 300;

/**
 * Follows books on the venue's socket, and requests others.
 *
 * A book that is in doubt is none. What `bookNow` and `quoteNow` return is the newest state, which
 * may be old where nothing has changed since.
 */
export class VenueBooks extends Context.Service<VenueBooks, {
  /**
   * Follows these tokens, and no others, until it is called again; at most `HELD_TOKENS_MAX`, the
   * first ones. Returns immediately, whatever the network does. Markets of orders are followed
   * beside them, on the same socket.
   */
  readonly hold: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;

  /**
   * Calls the listener with the held tokens whose books changed, came into doubt or out of it,
   * until the scope ends. It is called synchronously and must not throw.
   */
  readonly listen: (
    listener: (tokenIds: ReadonlyArray<string>) => void,
  ) => Effect.Effect<void, never, Scope.Scope>;

  readonly bookNow: (tokenId: string) => Option.Option<VenueBook>;

  readonly quoteNow: (tokenId: string) => Option.Option<Quote>;

  /**
   * Returns the last trades of a followed token since it is followed, newest first, at most
   * `KEPT_TRADES_MAX`. What happened while the socket was not connected is not among them.
   */
  readonly tradesNow: (tokenId: string) => ReadonlyArray<VenueTrade>;

  /**
   * Requests a book. Callers share an answer for a second. Fails at once, as `limited`, where this
   * process has requested too many others within the last second.
   */
  readonly request: (tokenId: string) => Effect.Effect<RequestedBook, NoOrderBook | ProviderFailed>;
}>()("core/port/VenueBooks") {}
