/**
 * The state of the books that are followed on the venue's market socket.
 *
 * It has no clock and no network: the caller passes the machine's time, in milliseconds, and the
 * connection's send function.
 *
 * @module
 */
import { Option } from "effect";
import type { Book } from "../../../core/order/mod.ts";
import {
  doubted,
  type FollowedBook,
  takeBook,
  takeChanges,
  UNKNOWN_BOOK,
} from "./followed_book.ts";
import { type AffectedBooks, type MarketEvent, readMarketFrame } from "./market_frame.ts";

/** The texts of a ping to the venue's sockets and of its answer. */
export const HEARTBEAT = { ping: "PING", pong: "PONG" } as const;

/** How long a token is followed after it was last requested. */
export const FOLLOW_MS = 600_000;
/** The most tokens that are followed at a time. */
export const TOKENS_MAX = 400;
/** Pings are answered every ten seconds. After this long without any text, no book is certain. */
export const LIFE_MS_MAX = 15_000;
/** How long to wait for a snapshot before subscribing again. */
export const BOOK_MS_MAX = 5_000;
/** The shortest time between two requests for a snapshot: a book may fall into doubt each time. */
export const ASK_MS_MIN = 1_000;
/**
 * How long a book may be quiet before its snapshot is requested again: the venue has been observed
 * to answer pings for hours and send nothing else.
 */
export const QUIET_MS_MAX = 30_000;
/** Tokens per message: their books arrive in one frame, which must not grow too large. */
export const TOKENS_A_MESSAGE = 20;

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

/** One token. Everything but `followedMs` belongs to the current connection. */
interface Followed {
  followedMs: number;
  state: FollowedBook;
  askedMs: number;
  /** Whether its book was lost since its last request. */
  isLost: boolean;
  receivedMs: number;
}

/** Makes a state that follows nothing and has no connection. */
export function makeOrderBookState(): OrderBookState {
  /** Least recently requested first. */
  const followed = new Map<string, Followed>();
  let send: ((text: string) => void) | undefined;
  /** Whether the first message was sent on this connection; its form differs from later ones. */
  let isBegun = false;
  let receivedMs = -Infinity;
  /** Whether the current frame lost a book. */
  let hasLost = false;
  let doubt: string | undefined;

  const sendOperation = (
    operation: "subscribe" | "unsubscribe",
    tokenIds: ReadonlyArray<string>,
  ) => {
    for (let at = 0; at < tokenIds.length; at += TOKENS_A_MESSAGE) {
      const assets_ids = tokenIds.slice(at, at + TOKENS_A_MESSAGE);
      send?.(JSON.stringify(
        isBegun
          ? { operation, assets_ids }
          : { assets_ids, type: "market", custom_feature_enabled: true },
      ));
      isBegun = true;
    }
  };

  const subscribe = (tokenIds: ReadonlyArray<string>, nowMs: number) => {
    for (const tokenId of tokenIds) {
      const token = followed.get(tokenId);
      if (token !== undefined) [token.askedMs, token.isLost] = [nowMs, false];
    }
    sendOperation("subscribe", tokenIds);
  };

  /** The venue sends a snapshot to every new subscription. */
  const resubscribe = (tokenIds: ReadonlyArray<string>, nowMs: number) => {
    if (send === undefined || tokenIds.length === 0) return;
    sendOperation("unsubscribe", tokenIds);
    subscribe(tokenIds, nowMs);
  };

  const unfollow = (tokenIds: ReadonlyArray<string>) => {
    const gone = tokenIds.filter((tokenId) => followed.delete(tokenId));
    if (isBegun) sendOperation("unsubscribe", gone);
  };

  const affectedBy = ({ tokenId, conditionId }: AffectedBooks): ReadonlyArray<string> => {
    const isAll = tokenId === undefined && conditionId === undefined;
    return [...followed].flatMap(([id, { state }]) =>
      isAll || id === tokenId || (state.kind === "known" && state.book.conditionId === conditionId)
        ? [id]
        : []
    );
  };

  const update = (
    tokenId: string,
    next: (state: FollowedBook) => FollowedBook,
    { nowMs, why }: { readonly nowMs: number; readonly why?: string },
  ) => {
    const token = followed.get(tokenId);
    if (token === undefined) return;
    const before = token.state;
    token.state = next(before);
    token.receivedMs = nowMs;
    if (before.kind === token.state.kind) return;
    token.isLost = token.state.kind === "awaited";
    hasLost ||= token.isLost;
    if (token.isLost && why !== undefined) doubt = `token ${tokenId}: ${why}`;
  };

  const take = (event: MarketEvent, nowMs: number) => {
    const why = "its updates do not fit together";
    switch (event.kind) {
      case "book":
        return update(event.book.tokenId, (state) => takeBook(state, event), { nowMs, why });
      case "changes":
        return update(event.tokenId, (state) => takeChanges(state, event), { nowMs, why });
      case "tick":
        return affectedBy(event).forEach((tokenId) => update(tokenId, doubted, { nowMs }));
      case "unreadable": {
        const tokenIds = affectedBy(event);
        if (tokenIds.length > 0) doubt = `token ${tokenIds[0]}: ${event.why}`;
        return tokenIds.forEach((tokenId) => update(tokenId, doubted, { nowMs }));
      }
      case "resolved": {
        const { conditionId } = event;
        const ofMarket = conditionId === undefined ? [] : affectedBy({ conditionId });
        return unfollow([...event.tokenIds, ...ofMarket]);
      }
    }
  };

  /** Resubscribes to lost books, at most once per `ASK_MS_MIN` each. */
  const resubscribeLost = (nowMs: number) => {
    hasLost = false;
    const lost = [...followed].filter(([, { isLost, askedMs }]) =>
      isLost && nowMs - askedMs >= ASK_MS_MIN
    );
    resubscribe(lost.map(([tokenId]) => tokenId), nowMs);
  };

  return {
    follow: (tokenIds, nowMs) => {
      const added = tokenIds.filter((tokenId) => {
        const known = followed.get(tokenId);
        followed.delete(tokenId);
        followed.set(tokenId, {
          ...known ?? { state: UNKNOWN_BOOK, askedMs: nowMs, isLost: false, receivedMs: nowMs },
          followedMs: nowMs,
        });
        return known === undefined;
      });
      unfollow([...followed.keys()].slice(0, Math.max(0, followed.size - TOKENS_MAX)));
      if (send !== undefined) subscribe(added.filter((tokenId) => followed.has(tokenId)), nowMs);
    },
    isIdle: () => followed.size === 0,
    opened: (sendText, nowMs) => {
      [send, isBegun, receivedMs] = [sendText, false, nowMs];
      for (const token of followed.values()) {
        [token.state, token.receivedMs] = [UNKNOWN_BOOK, nowMs];
      }
      subscribe([...followed.keys()], nowMs);
    },
    closed: () => {
      [send, isBegun] = [undefined, false];
    },
    receive: (text, nowMs) => {
      receivedMs = nowMs;
      if (text === HEARTBEAT.pong) return false;
      const events = readMarketFrame(text);
      const why = `cannot read "${text.slice(0, 80)}"`;
      for (const event of events ?? [{ kind: "unreadable", why } as const]) take(event, nowMs);
      if (hasLost) resubscribeLost(nowMs);
      return events !== undefined;
    },
    maintain: (nowMs) => {
      const lapsed = (token: Followed) => nowMs - token.followedMs >= FOLLOW_MS;
      unfollow([...followed].flatMap(([tokenId, token]) => lapsed(token) ? [tokenId] : []));
      if (send === undefined) return;
      resubscribeLost(nowMs);
      const due = [...followed].filter(([, { state, askedMs, receivedMs }]) =>
        nowMs - askedMs >= BOOK_MS_MAX &&
        (state.kind === "awaited" || nowMs - receivedMs >= QUIET_MS_MAX)
      );
      for (const [, token] of due) {
        // After a timed-out resubscribe, accept any snapshot: the awaited time may be wrong.
        token.state = token.state.kind === "awaited" ? UNKNOWN_BOOK : doubted(token.state);
      }
      resubscribe(due.map(([tokenId]) => tokenId), nowMs);
    },
    bookNow: (tokenId, nowMs) => {
      const state = followed.get(tokenId)?.state;
      const isCertain = send !== undefined && nowMs - receivedMs < LIFE_MS_MAX;
      return isCertain && state?.kind === "known" ? Option.some(state.book) : Option.none();
    },
    takeDoubt: () => {
      const taken = doubt;
      doubt = undefined;
      return taken;
    },
  };
}
