/**
 * The tokens that are subscribed to on the venue's market socket, their books, and what to send.
 *
 * A state and its transitions, without a clock, a network or a connection. Each transition returns
 * the texts to send; the state changes in place, because frames arrive by the thousand.
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

/** Texts to send, in order. */
export type Texts = ReadonlyArray<string>;

const NO_TEXTS: Texts = [];

/** One token. Everything but `followedMs` belongs to the current connection. */
interface Followed {
  followedMs: number;
  book: FollowedBook;
  askedMs: number;
  /** Whether its book was lost since its last request. */
  isLost: boolean;
  receivedMs: number;
}

/** The state of the followed tokens and of the connection. */
export interface BookSubscriptions {
  /** Least recently requested first. */
  readonly tokens: Map<string, Followed>;
  isConnected: boolean;
  /** Whether the first message was sent on this connection; its form differs from later ones. */
  isBegun: boolean;
  receivedMs: number;
  /** Whether a book was lost since the lost ones were last requested. */
  hasLost: boolean;
  /** Why a book fell into doubt; of several reasons, the latest. */
  doubt: string | undefined;
}

/** Makes a state that follows nothing and has no connection. */
export function makeBookSubscriptions(): BookSubscriptions {
  return {
    tokens: new Map(),
    isConnected: false,
    isBegun: false,
    receivedMs: -Infinity,
    hasLost: false,
    doubt: undefined,
  };
}

/** Follows the tokens from now on, beyond the maximum instead of the longest unrequested ones. */
export function follow(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  nowMs: number,
): Texts {
  const { tokens } = state;
  const added = tokenIds.filter((tokenId) => {
    const known = tokens.get(tokenId);
    tokens.delete(tokenId);
    tokens.set(tokenId, {
      ...known ?? { book: UNKNOWN_BOOK, askedMs: nowMs, isLost: false, receivedMs: nowMs },
      followedMs: nowMs,
    });
    return known === undefined;
  });
  const excess = Math.max(0, tokens.size - TOKENS_MAX);
  const dropped = unfollow(state, [...tokens.keys()].slice(0, excess));
  if (!state.isConnected) return dropped;
  return [...dropped, ...subscribe(state, added.filter((tokenId) => tokens.has(tokenId)), nowMs)];
}

/** Subscribes to everything on a new connection. Books of the one before do not count. */
export function takeConnection(state: BookSubscriptions, nowMs: number): Texts {
  [state.isConnected, state.isBegun, state.receivedMs] = [true, false, nowMs];
  for (const token of state.tokens.values()) {
    [token.book, token.receivedMs] = [UNKNOWN_BOOK, nowMs];
  }
  return subscribe(state, [...state.tokens.keys()], nowMs);
}

/** The connection was lost. Nothing that it sent counts from now on. */
export function dropConnection(state: BookSubscriptions): void {
  [state.isConnected, state.isBegun] = [false, false];
}

/** Takes a frame. It is useful if it can be read; an answer to a ping only shows liveness. */
export function takeFrame(
  state: BookSubscriptions,
  text: string,
  nowMs: number,
): { readonly isUseful: boolean; readonly texts: Texts } {
  state.receivedMs = nowMs;
  if (text === HEARTBEAT.pong) return { isUseful: false, texts: NO_TEXTS };
  const events = readMarketFrame(text);
  let texts = NO_TEXTS;
  for (const event of events ?? [unreadable(text)]) {
    const said = takeEvent(state, event, nowMs);
    if (said.length > 0) texts = [...texts, ...said];
  }
  if (state.hasLost) texts = [...texts, ...resubscribeLost(state, nowMs)];
  return { isUseful: events !== undefined, texts };
}

/** Drops expired tokens, and requests lost, late and quiet books again. */
export function maintain(state: BookSubscriptions, nowMs: number): Texts {
  const { tokens } = state;
  const lapsed = (token: Followed) => nowMs - token.followedMs >= FOLLOW_MS;
  const dropped = unfollow(
    state,
    [...tokens].flatMap(([tokenId, token]) => lapsed(token) ? [tokenId] : []),
  );
  if (!state.isConnected) return dropped;
  const lost = resubscribeLost(state, nowMs);
  const due = [...tokens].filter(([, { book, askedMs, receivedMs }]) =>
    nowMs - askedMs >= BOOK_MS_MAX &&
    (book.kind === "awaited" || nowMs - receivedMs >= QUIET_MS_MAX)
  );
  for (const [, token] of due) {
    // After a timed-out resubscribe, accept any snapshot: the awaited time may be wrong.
    token.book = token.book.kind === "awaited" ? UNKNOWN_BOOK : doubted(token.book);
  }
  return [...dropped, ...lost, ...resubscribe(state, due.map(([tokenId]) => tokenId), nowMs)];
}

/** Returns the book of a token, if it is certain. */
export function bookNow(
  { tokens, isConnected, receivedMs }: BookSubscriptions,
  tokenId: string,
  nowMs: number,
): Option.Option<Book> {
  const book = tokens.get(tokenId)?.book;
  const isCertain = isConnected && nowMs - receivedMs < LIFE_MS_MAX;
  return isCertain && book?.kind === "known" ? Option.some(book.book) : Option.none();
}

function unreadable(text: string): MarketEvent {
  return { kind: "unreadable", why: `cannot read "${text.slice(0, 80)}"` };
}

/** Applies one event of a frame. Only the end of a market has something to say. */
function takeEvent(state: BookSubscriptions, event: MarketEvent, nowMs: number): Texts {
  const why = "its updates do not fit together";
  switch (event.kind) {
    case "book":
      update(state, event.book.tokenId, (book) => takeBook(book, event), { nowMs, why });
      return NO_TEXTS;
    case "changes":
      update(state, event.tokenId, (book) => takeChanges(book, event), { nowMs, why });
      return NO_TEXTS;
    case "tick":
    case "unreadable": {
      const tokenIds = affectedBy(state, event);
      if (event.kind === "unreadable" && tokenIds.length > 0) {
        state.doubt = `token ${tokenIds[0]}: ${event.why}`;
      }
      for (const tokenId of tokenIds) update(state, tokenId, doubted, { nowMs });
      return NO_TEXTS;
    }
    case "resolved": {
      const { conditionId } = event;
      const ofMarket = conditionId === undefined ? [] : affectedBy(state, { conditionId });
      return unfollow(state, [...event.tokenIds, ...ofMarket]);
    }
  }
}

function update(
  state: BookSubscriptions,
  tokenId: string,
  next: (book: FollowedBook) => FollowedBook,
  { nowMs, why }: { readonly nowMs: number; readonly why?: string },
): void {
  const token = state.tokens.get(tokenId);
  if (token === undefined) return;
  const before = token.book;
  token.book = next(before);
  token.receivedMs = nowMs;
  if (before.kind === token.book.kind) return;
  token.isLost = token.book.kind === "awaited";
  state.hasLost ||= token.isLost;
  if (token.isLost && why !== undefined) state.doubt = `token ${tokenId}: ${why}`;
}

function affectedBy(
  { tokens }: BookSubscriptions,
  { tokenId, conditionId }: AffectedBooks,
): ReadonlyArray<string> {
  const isAll = tokenId === undefined && conditionId === undefined;
  return [...tokens].flatMap(([id, { book }]) =>
    isAll || id === tokenId || (book.kind === "known" && book.book.conditionId === conditionId)
      ? [id]
      : []
  );
}

/** Resubscribes to lost books, at most once per `ASK_MS_MIN` each. */
function resubscribeLost(state: BookSubscriptions, nowMs: number): Texts {
  state.hasLost = false;
  const lost = [...state.tokens].filter(([, { isLost, askedMs }]) =>
    isLost && nowMs - askedMs >= ASK_MS_MIN
  );
  return resubscribe(state, lost.map(([tokenId]) => tokenId), nowMs);
}

/** The venue sends a snapshot to every new subscription. */
function resubscribe(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  nowMs: number,
): Texts {
  if (!state.isConnected || tokenIds.length === 0) return NO_TEXTS;
  return [...textsOf(state, "unsubscribe", tokenIds), ...subscribe(state, tokenIds, nowMs)];
}

function subscribe(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  nowMs: number,
): Texts {
  for (const tokenId of tokenIds) {
    const token = state.tokens.get(tokenId);
    if (token !== undefined) [token.askedMs, token.isLost] = [nowMs, false];
  }
  return textsOf(state, "subscribe", tokenIds);
}

function unfollow(state: BookSubscriptions, tokenIds: ReadonlyArray<string>): Texts {
  const gone = tokenIds.filter((tokenId) => state.tokens.delete(tokenId));
  return state.isBegun ? textsOf(state, "unsubscribe", gone) : NO_TEXTS;
}

/** Writes an operation on the tokens, in messages of at most `TOKENS_A_MESSAGE`. */
function textsOf(
  state: BookSubscriptions,
  operation: "subscribe" | "unsubscribe",
  tokenIds: ReadonlyArray<string>,
): Texts {
  if (tokenIds.length === 0) return NO_TEXTS;
  const texts: Array<string> = [];
  for (let at = 0; at < tokenIds.length; at += TOKENS_A_MESSAGE) {
    const assets_ids = tokenIds.slice(at, at + TOKENS_A_MESSAGE);
    texts.push(JSON.stringify(
      state.isBegun
        ? { operation, assets_ids }
        : { assets_ids, type: "market", custom_feature_enabled: true },
    ));
    state.isBegun = true;
  }
  return texts;
}
