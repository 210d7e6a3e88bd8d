/**
 * The books that are followed on the venue's market socket, over one connection at a time.
 *
 * It has no clock and no network: the caller passes the machine's time, in milliseconds, and the
 * connection's send function.
 *
 * @module
 */
import type { Option } from "effect";
import type { Book } from "../../../core/order/mod.ts";
import {
  bookNow,
  dropConnection,
  follow,
  maintain,
  makeBookSubscriptions,
  takeConnection,
  takeFrame,
  type Texts,
} from "./book_subscriptions.ts";

/** Follows books over one connection at a time. */
export interface OrderBookState {
  readonly follow: (tokenIds: ReadonlyArray<string>, nowMs: number) => void;
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
  readonly bookNow: (tokenId: string, nowMs: number) => Option.Option<Book>;
  /** Returns why a book fell into doubt since the last call; of several reasons, the latest. */
  readonly takeDoubt: () => string | undefined;
}

/** Makes a state that follows nothing and has no connection. */
export function makeOrderBookState(): OrderBookState {
  const state = makeBookSubscriptions();
  let send: ((text: string) => void) | undefined;

  const sendAll = (texts: Texts) => {
    for (const text of texts) send?.(text);
  };

  return {
    follow: (tokenIds, nowMs) => sendAll(follow(state, tokenIds, nowMs)),
    isIdle: () => state.tokens.size === 0,
    opened: (sendText, nowMs) => {
      send = sendText;
      sendAll(takeConnection(state, nowMs));
    },
    closed: () => {
      send = undefined;
      dropConnection(state);
    },
    receive: (text, nowMs) => {
      const { isUseful, texts } = takeFrame(state, text, nowMs);
      sendAll(texts);
      return isUseful;
    },
    maintain: (nowMs) => sendAll(maintain(state, nowMs)),
    bookNow: (tokenId, nowMs) => bookNow(state, tokenId, nowMs),
    takeDoubt: () => {
      const taken = state.doubt;
      state.doubt = undefined;
      return taken;
    },
  };
}
