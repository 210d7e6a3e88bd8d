/**
 * The tokens that are followed on the venue's market socket, and what is known of each.
 *
 * @module
 */
import { ONE_E6 } from "../../../core/fee/mod.ts";
import { KEPT_TRADES_MAX, type VenueTrade } from "../../../core/port/venue_books.ts";
import { readE6, writeE6 } from "../clob/e6_text.ts";
import { type FollowedBook, type KnownBook, UNKNOWN_BOOK } from "./followed_book.ts";
import { type HashCheck, makeHashCheck, noteTrade } from "./hash_check.ts";
import type { AffectedBooks, MarketEvent } from "./market_frame.ts";

/** Pings are answered every ten seconds. After this long without any text, no book is certain. */
export const LIFE_MS_MAX = 15_000;
/** One token. Only `followedMs`, `isHeld` and `trades` outlive the current connection. */
export interface Followed {
  /** When it was last requested; -Infinity for one that was only held. */
  followedMs: number;
  isHeld: boolean;
  book: FollowedBook;
  hashCheck: HashCheck;
  askedMs: number;
  /** Whether its book was lost since its last request. */
  isLost: boolean;
  receivedMs: number;
  /** Newest first. */
  trades: ReadonlyArray<VenueTrade>;
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
  /** The held tokens whose books changed, or came into doubt, since they were last taken. */
  readonly changed: Set<string>;
  /** Whether books were certain when that was last looked at. */
  wasAlive: boolean;
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
    changed: new Set(),
    wasAlive: false,
  };
}

/** Makes a token of which nothing was requested yet. */
export function unknownToken(nowMs: number): Followed {
  return {
    followedMs: -Infinity,
    isHeld: false,
    book: UNKNOWN_BOOK,
    hashCheck: makeHashCheck(),
    askedMs: nowMs,
    isLost: false,
    receivedMs: nowMs,
    trades: [],
  };
}

/** Returns the book of a token, if it is certain. */
export function knownNow(
  state: BookSubscriptions,
  tokenId: string,
  nowMs: number,
): KnownBook | undefined {
  const book = state.tokens.get(tokenId)?.book;
  return isAlive(state, nowMs) && book?.kind === "known" ? book : undefined;
}

function isAlive({ isConnected, receivedMs }: BookSubscriptions, nowMs: number): boolean {
  return isConnected && nowMs - receivedMs < LIFE_MS_MAX;
}

/** Notes as changed all held books, if they have become certain or uncertain. */
export function noticeLife(state: BookSubscriptions, nowMs: number): void {
  const isAliveNow = isAlive(state, nowMs);
  if (isAliveNow === state.wasAlive) return;
  state.wasAlive = isAliveNow;
  for (const [tokenId, { isHeld }] of state.tokens) if (isHeld) state.changed.add(tokenId);
}

/** A trade in one outcome is also one in the other, at what is left of 1. */
export function takeTrade(
  { tokens }: BookSubscriptions,
  { tokenId, conditionId, price, trade }: Extract<MarketEvent, { kind: "trade" }>,
): void {
  const traded = tokens.get(tokenId);
  if (traded !== undefined && trade !== undefined) {
    traded.trades = [trade, ...traded.trades.slice(0, KEPT_TRADES_MAX - 1)];
  }
  for (const [id, { book, hashCheck }] of tokens) {
    if (id === tokenId) noteTrade(hashCheck, price);
    else if (book.kind === "known" && book.book.conditionId === conditionId) {
      noteTrade(hashCheck, writeE6(ONE_E6 - (readE6(price) ?? 0n)));
    }
  }
}

/** Replaces a token's book. `why` a book is lost, is told. */
export function update(
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
  if (token.isHeld && before !== token.book) state.changed.add(tokenId);
  if (before.kind === token.book.kind) return;
  token.isLost = token.book.kind === "awaited";
  state.hasLost ||= token.isLost;
  if (token.isLost && why !== undefined) state.doubt = `token ${tokenId}: ${why}`;
}

/** Returns the tokens whose books are meant. */
export function affectedBy(
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
