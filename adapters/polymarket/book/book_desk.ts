/**
 * Which books are followed on the venue's market socket, and what is known of them.
 *
 * It has no clock and no network: whoever has them tells the machine's time, in milliseconds, and
 * lends the connection.
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
import { type MarketEvent, type MeantBooks, readMarketFrame } from "./market_frame.ts";

/** The pings of the venue's sockets and their answers. */
export const HEARTBEAT = { ping: "PING", pong: "PONG" } as const;

/** How long a token is followed after it was last asked for. */
export const FOLLOW_MS = 600_000;
/** The tokens that are followed at a time. */
export const TOKENS_MAX = 400;
/** Pings are answered every ten seconds: without any text for so long, nothing is certain. */
export const LIFE_MS_MAX = 15_000;
/** So long a whole book is waited for before it is asked for anew. */
export const BOOK_MS_MAX = 5_000;
/** One that was in doubt soon after it was asked for waits so long: it may never hold. */
export const ASK_MS_MIN = 1_000;
/**
 * A book of which nothing was heard for so long is asked for anew: the venue has been seen to
 * answer pings for hours and to send nothing else.
 */
export const QUIET_MS_MAX = 30_000;
/** Tokens named in one message: their books come in one frame, which must not grow too large. */
export const TOKENS_A_MESSAGE = 20;

/** Follows books over one connection at a time. */
export interface BookDesk {
  readonly follow: (tokenIds: ReadonlyArray<string>, nowMs: number) => void;
  /** Whether nothing is followed. */
  readonly isIdle: () => boolean;
  /** There is a new connection. */
  readonly opened: (send: (text: string) => void, nowMs: number) => void;
  /** There is none any more. Nothing that it said counts from now on. */
  readonly closed: () => void;
  /** Takes a frame. Says whether it was of use; an answer to a ping is a sign of life only. */
  readonly hear: (text: string, nowMs: number) => boolean;
  /** To be called a few times a second: lets go of tokens, and asks for books anew. */
  readonly tend: (nowMs: number) => void;
  readonly bookNow: (tokenId: string, nowMs: number) => Option.Option<Book>;
  /** Why a book was doubted lately, in words; each is given once, and of several the last. */
  readonly takeComplaint: () => string | undefined;
}

/** One token. All but `followedMs` is of this connection. */
interface Followed {
  followedMs: number;
  state: FollowedBook;
  askedMs: number;
  /** Whether its book was lost since it was asked for. */
  isLost: boolean;
  heardMs: number;
}

/** Follows nothing yet, without a connection. */
export function makeBookDesk(): BookDesk {
  /** The longest ago first. */
  const followed = new Map<string, Followed>();
  let send: ((text: string) => void) | undefined;
  /** Whether this connection has had its first message, which is unlike the later ones. */
  let isBegun = false;
  let heardMs = -Infinity;
  /** Whether a book was lost by the frame that is being read. */
  let hasLost = false;
  let complaint: string | undefined;

  const tell = (operation: "subscribe" | "unsubscribe", tokenIds: ReadonlyArray<string>) => {
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

  const ask = (tokenIds: ReadonlyArray<string>, nowMs: number) => {
    for (const tokenId of tokenIds) {
      const token = followed.get(tokenId);
      if (token !== undefined) [token.askedMs, token.isLost] = [nowMs, false];
    }
    tell("subscribe", tokenIds);
  };

  /** The venue sends a whole book to whoever subscribes. */
  const askAnew = (tokenIds: ReadonlyArray<string>, nowMs: number) => {
    if (send === undefined || tokenIds.length === 0) return;
    tell("unsubscribe", tokenIds);
    ask(tokenIds, nowMs);
  };

  const letGo = (tokenIds: ReadonlyArray<string>) => {
    const gone = tokenIds.filter((tokenId) => followed.delete(tokenId));
    if (isBegun) tell("unsubscribe", gone);
  };

  const meant = ({ tokenId, conditionId }: MeantBooks): ReadonlyArray<string> => {
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
    token.heardMs = nowMs;
    if (before.kind === token.state.kind) return;
    token.isLost = token.state.kind === "awaited";
    hasLost ||= token.isLost;
    if (token.isLost && why !== undefined) complaint = `token ${tokenId}: ${why}`;
  };

  const take = (event: MarketEvent, nowMs: number) => {
    const why = "what was told of it does not fit together";
    switch (event.kind) {
      case "book":
        return update(event.book.tokenId, (state) => takeBook(state, event), { nowMs, why });
      case "changes":
        return update(event.tokenId, (state) => takeChanges(state, event), { nowMs, why });
      case "tick":
        return meant(event).forEach((tokenId) => update(tokenId, doubted, { nowMs }));
      case "unreadable": {
        const tokenIds = meant(event);
        if (tokenIds.length > 0) complaint = `token ${tokenIds[0]}: ${event.why}`;
        return tokenIds.forEach((tokenId) => update(tokenId, doubted, { nowMs }));
      }
      case "resolved": {
        const { conditionId } = event;
        const ofMarket = conditionId === undefined ? [] : meant({ conditionId });
        return letGo([...event.tokenIds, ...ofMarket]);
      }
    }
  };

  /** Asks for what was lost; not again and again for a book that does not hold. */
  const askForLost = (nowMs: number) => {
    hasLost = false;
    const lost = [...followed].filter(([, { isLost, askedMs }]) =>
      isLost && nowMs - askedMs >= ASK_MS_MIN
    );
    askAnew(lost.map(([tokenId]) => tokenId), nowMs);
  };

  return {
    follow: (tokenIds, nowMs) => {
      const added = tokenIds.filter((tokenId) => {
        const known = followed.get(tokenId);
        followed.delete(tokenId);
        followed.set(tokenId, {
          ...known ?? { state: UNKNOWN_BOOK, askedMs: nowMs, isLost: false, heardMs: nowMs },
          followedMs: nowMs,
        });
        return known === undefined;
      });
      letGo([...followed.keys()].slice(0, Math.max(0, followed.size - TOKENS_MAX)));
      if (send !== undefined) ask(added.filter((tokenId) => followed.has(tokenId)), nowMs);
    },
    isIdle: () => followed.size === 0,
    opened: (sendText, nowMs) => {
      [send, isBegun, heardMs] = [sendText, false, nowMs];
      for (const token of followed.values()) [token.state, token.heardMs] = [UNKNOWN_BOOK, nowMs];
      ask([...followed.keys()], nowMs);
    },
    closed: () => {
      [send, isBegun] = [undefined, false];
    },
    hear: (text, nowMs) => {
      heardMs = nowMs;
      if (text === HEARTBEAT.pong) return false;
      const events = readMarketFrame(text);
      const why = `cannot read "${text.slice(0, 80)}"`;
      for (const event of events ?? [{ kind: "unreadable", why } as const]) take(event, nowMs);
      if (hasLost) askForLost(nowMs);
      return events !== undefined;
    },
    tend: (nowMs) => {
      const lapsed = (token: Followed) => nowMs - token.followedMs >= FOLLOW_MS;
      letGo([...followed].flatMap(([tokenId, token]) => lapsed(token) ? [tokenId] : []));
      if (send === undefined) return;
      askForLost(nowMs);
      const due = [...followed].filter(([, { state, askedMs, heardMs }]) =>
        nowMs - askedMs >= BOOK_MS_MAX &&
        (state.kind === "awaited" || nowMs - heardMs >= QUIET_MS_MAX)
      );
      for (const [, token] of due) {
        // Who has waited in vain takes what comes: the time that was waited for may be wrong.
        token.state = token.state.kind === "awaited" ? UNKNOWN_BOOK : doubted(token.state);
      }
      askAnew(due.map(([tokenId]) => tokenId), nowMs);
    },
    bookNow: (tokenId, nowMs) => {
      const state = followed.get(tokenId)?.state;
      const isCertain = send !== undefined && nowMs - heardMs < LIFE_MS_MAX;
      return isCertain && state?.kind === "known" ? Option.some(state.book) : Option.none();
    },
    takeComplaint: () => {
      const taken = complaint;
      complaint = undefined;
      return taken;
    },
  };
}
