/**
 * The books that are followed on the venue's market socket, over one connection at a time.
 *
 * It has no clock and no network: the caller passes the machine's time, in milliseconds, and the
 * connection's send function.
 *
 * @module
 */
import type { VenueTrade } from "../../../core/port/venue_books.ts";
import {
  dropConnection,
  follow,
  hold,
  maintain,
  release,
  takeConnection,
  takeFrame,
} from "./book_subscriptions.ts";
import type { KnownBook } from "./followed_book.ts";
import { knownNow, makeBookSubscriptions } from "./followed_tokens.ts";
import type { Texts } from "./subscription_text.ts";

/** Follows books over one connection at a time. */
export interface OrderBookState {
  readonly follow: (tokenIds: ReadonlyArray<string>, nowMs: number) => void;
  /** Follows these tokens, and no others, until it is called again, beside what is requested. */
  readonly hold: (tokenIds: ReadonlyArray<string>, nowMs: number) => void;
  /** Whether no token is followed. */
  readonly isIdle: () => boolean;
  /** Starts using a new connection. */
  readonly opened: (send: (text: string) => void, nowMs: number) => void;
  /** Drops the connection. Nothing that it sent counts from now on. */
  readonly closed: () => void;
  /** Processes a frame. Returns whether it was useful; an answer to a ping only shows liveness. */
  readonly receive: (text: string, nowMs: number) => boolean;
  /** Drops expired tokens and requests lost books again. Call it a few times per second. */
  readonly maintain: (nowMs: number) => void;
  /** Returns the book of a token; undefined where it is in doubt. */
  readonly knownNow: (tokenId: string, nowMs: number) => KnownBook | undefined;
  /** Returns the last trades of a token since it is followed, newest first. */
  readonly tradesNow: (tokenId: string) => ReadonlyArray<VenueTrade>;
  /** Returns why a book fell into doubt since the last call; of several reasons, the latest. */
  readonly takeDoubt: () => string | undefined;
}

/**
 * Makes a state that follows nothing and has no connection. `changed` is called with the held
 * tokens whose books changed, came into doubt or out of it.
 */
export function makeOrderBookState(
  changed: (tokenIds: ReadonlyArray<string>) => void = () => {},
): OrderBookState {
  const state = makeBookSubscriptions();
  let held: ReadonlySet<string> = new Set();
  let send: ((text: string) => void) | undefined;

  const tellChanges = () => {
    if (state.changed.size === 0) return;
    const tokenIds = [...state.changed];
    state.changed.clear();
    changed(tokenIds);
  };
  const sendAll = (texts: Texts) => {
    for (const text of texts) send?.(text);
    tellChanges();
  };

  return {
    follow: (tokenIds, nowMs) => sendAll(follow(state, tokenIds, nowMs)),
    hold: (tokenIds, nowMs) => {
      const wanted = new Set(tokenIds);
      const gone = [...held].filter((tokenId) => !wanted.has(tokenId));
      const added = [...wanted].filter((tokenId) => !held.has(tokenId));
      held = wanted;
      sendAll([...release(state, gone, nowMs), ...hold(state, added, nowMs)]);
    },
    isIdle: () => state.tokens.size === 0,
    opened: (sendText, nowMs) => {
      send = sendText;
      sendAll(takeConnection(state, nowMs));
    },
    closed: () => {
      send = undefined;
      dropConnection(state);
      tellChanges();
    },
    receive: (text, nowMs) => {
      const { isUseful, texts } = takeFrame(state, text, nowMs);
      sendAll(texts);
      return isUseful;
    },
    maintain: (nowMs) => sendAll(maintain(state, nowMs)),
    knownNow: (tokenId, nowMs) => knownNow(state, tokenId, nowMs),
    tradesNow: (tokenId) => state.tokens.get(tokenId)?.trades ?? [],
    takeDoubt: () => {
      const taken = state.doubt;
      state.doubt = undefined;
      return taken;
    },
  };
}
