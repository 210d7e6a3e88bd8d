/**
 * The tokens that are subscribed to on the venue's market socket, their books, and what to send.
 *
 * A state and its transitions, without a clock, a network or a connection. Each transition returns
 * the texts to send; the state changes in place, because frames arrive by the thousand.
 *
 * @module
 */
import { doubted, takeBook, takeChanges, UNKNOWN_BOOK } from "./followed_book.ts";
import {
  affectedBy,
  type BookSubscriptions,
  type Followed,
  noticeLife,
  takeTrade,
  unknownToken,
  update,
} from "./followed_tokens.ts";
import { dueChecks, isRefuted, makeHashCheck, noteSnapshot } from "./hash_check.ts";
import { type MarketEvent, readMarketFrame } from "./market_frame.ts";
import { HEARTBEAT, NO_TEXTS, type Texts, writeSubscriptions } from "./subscription_text.ts";

/** How long a token is followed after it was last requested, unless it is held. */
export const FOLLOW_MS = 600_000;
/**
 * The most tokens that are followed at a time. The venue documents no limit of a connection; other
 * clients have received nothing any more past 500 tokens.
 */
export const TOKENS_MAX = 400;
/** How long to wait for a snapshot before subscribing again. */
export const BOOK_MS_MAX = 5_000;
/** The shortest time between two requests for a snapshot: a book may fall into doubt each time. */
export const ASK_MS_MIN = 1_000;
/**
 * How long a book may be quiet before its snapshot is requested again: the venue has been observed
 * to answer pings for hours and send nothing else.
 */
export const QUIET_MS_MAX = 30_000;
/** Follows the tokens from now on, beyond the maximum instead of the longest unrequested ones. */
export function follow(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  nowMs: number,
): Texts {
  return add(state, tokenIds, { followedMs: nowMs, nowMs });
}

/** Follows the tokens until they are released. */
export function hold(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  nowMs: number,
): Texts {
  return add(state, tokenIds, { isHeld: true, nowMs });
}

/** Holds the tokens no longer. Those that were requested lately are followed on. */
export function release(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  nowMs: number,
): Texts {
  for (const tokenId of tokenIds) {
    const token = state.tokens.get(tokenId);
    if (token !== undefined) token.isHeld = false;
  }
  return dropLapsed(state, nowMs);
}

function add(
  state: BookSubscriptions,
  tokenIds: ReadonlyArray<string>,
  { nowMs, ...wanted }: Partial<Pick<Followed, "followedMs" | "isHeld">> & {
    readonly nowMs: number;
  },
): Texts {
  const { tokens } = state;
  const added = tokenIds.filter((tokenId) => {
    const known = tokens.get(tokenId);
    tokens.delete(tokenId);
    tokens.set(tokenId, { ...known ?? unknownToken(nowMs), ...wanted });
    return known === undefined;
  });
  const excess = Math.max(0, tokens.size - TOKENS_MAX);
  const others = [...tokens].filter(([, { isHeld }]) => !isHeld).map(([tokenId]) => tokenId);
  const dropped = unfollow(state, others.slice(0, excess));
  if (!state.isConnected) return dropped;
  return [...dropped, ...subscribe(state, added.filter((tokenId) => tokens.has(tokenId)), nowMs)];
}

/** Subscribes to everything on a new connection. Books of the one before do not count. */
export function takeConnection(state: BookSubscriptions, nowMs: number): Texts {
  [state.isConnected, state.isBegun, state.receivedMs] = [true, false, nowMs];
  for (const token of state.tokens.values()) {
    [token.book, token.receivedMs] = [UNKNOWN_BOOK, nowMs];
    token.hashCheck = makeHashCheck();
  }
  return subscribe(state, [...state.tokens.keys()], nowMs);
}

/** The connection was lost. Nothing that it sent counts from now on. */
export function dropConnection(state: BookSubscriptions): void {
  [state.isConnected, state.isBegun] = [false, false];
  noticeLife(state, state.receivedMs);
}

/** Takes a frame. It is useful if it can be read; an answer to a ping only shows liveness. */
export function takeFrame(
  state: BookSubscriptions,
  text: string,
  nowMs: number,
): { readonly isUseful: boolean; readonly texts: Texts } {
  state.receivedMs = nowMs;
  noticeLife(state, nowMs);
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

/** Drops expired tokens, checks hashes, and requests lost, late and quiet books again. */
export function maintain(state: BookSubscriptions, nowMs: number): Texts {
  const dropped = dropLapsed(state, nowMs);
  noticeLife(state, nowMs);
  if (!state.isConnected) return dropped;
  for (const [tokenId, { hashCheck, book }] of dueChecks(state.tokens)) {
    if (!isRefuted(hashCheck, book, nowMs)) continue;
    update(state, tokenId, doubted, { nowMs, why: "the venue's hash speaks against it" });
  }
  const lost = resubscribeLost(state, nowMs);
  const due = [...state.tokens].filter(([, { book, askedMs, receivedMs }]) =>
    nowMs - askedMs >= BOOK_MS_MAX &&
    (book.kind === "awaited" || nowMs - receivedMs >= QUIET_MS_MAX)
  );
  for (const [tokenId, token] of due) {
    if (token.isHeld && token.book.kind === "known") state.changed.add(tokenId);
    // After a timed-out resubscribe, accept any snapshot: the awaited time may be wrong.
    token.book = token.book.kind === "awaited" ? UNKNOWN_BOOK : doubted(token.book);
  }
  return [...dropped, ...lost, ...resubscribe(state, due.map(([tokenId]) => tokenId), nowMs)];
}

function dropLapsed(state: BookSubscriptions, nowMs: number): Texts {
  const lapsed = [...state.tokens].filter(([, { followedMs, isHeld }]) =>
    !isHeld && nowMs - followedMs >= FOLLOW_MS
  );
  return unfollow(state, lapsed.map(([tokenId]) => tokenId));
}

function unreadable(text: string): MarketEvent {
  return { kind: "unreadable", why: `cannot read "${text.slice(0, 80)}"` };
}

/** Applies one event of a frame. Only the end of a market has something to say. */
function takeEvent(state: BookSubscriptions, event: MarketEvent, nowMs: number): Texts {
  const why = "its updates do not fit together";
  switch (event.kind) {
    case "book": {
      const { tokenId } = event.book;
      update(state, tokenId, (book) => takeBook(book, event), { nowMs, why });
      const token = state.tokens.get(tokenId);
      if (token !== undefined) noteSnapshot(token.hashCheck, event);
      return NO_TEXTS;
    }
    case "changes":
      update(state, event.tokenId, (book) => takeChanges(book, event), { nowMs, why });
      return NO_TEXTS;
    case "trade":
      takeTrade(state, event);
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
  return [
    ...writeSubscriptions(state, "unsubscribe", tokenIds),
    ...subscribe(state, tokenIds, nowMs),
  ];
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
  return writeSubscriptions(state, "subscribe", tokenIds);
}

function unfollow(state: BookSubscriptions, tokenIds: ReadonlyArray<string>): Texts {
  const gone = tokenIds.filter((tokenId) => {
    if (state.tokens.get(tokenId)?.isHeld === true) state.changed.add(tokenId);
    return state.tokens.delete(tokenId);
  });
  return state.isBegun ? writeSubscriptions(state, "unsubscribe", gone) : NO_TEXTS;
}
