/**
 * One book as the venue's stream sends it: first a snapshot, then changes of levels.
 *
 * Data that does not fit together puts the book in doubt. From then on there is no book until a new
 * snapshot arrives: no book is better than a wrong one.
 *
 * @module
 */
import { Option } from "effect";
import { type Book, type Level } from "../../../core/order/mod.ts";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import type { ConditionId } from "../../../core/venue/mod.ts";

/** A snapshot of a book, with the venue's time in unix milliseconds. */
export interface BookSnapshot {
  readonly book: Book;
  readonly timestampMs: number;
  /** The venue's hash of the book, if it states one. */
  readonly hash?: string | undefined;
  /** The price of the last trade, as the venue writes it; empty before the first one. */
  readonly lastTradePrice?: string | undefined;
}

/** The new total of one level: shares times 10^6, 0n where no order is left. */
export interface LevelChange extends Level {
  readonly side: "bids" | "asks";
}

/** The changes of one book in one frame, with the venue's time in unix milliseconds. */
export interface BookChanges {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly timestampMs: number;
  /** In the order in which they happened. */
  readonly changes: ReadonlyArray<LevelChange>;
  /** The best prices after all changes, if the venue states them; 0 and 1 where a side is empty. */
  readonly bestBidE6: bigint | undefined;
  readonly bestAskE6: bigint | undefined;
  /** The venue's hash of the book after all changes, if it states one. */
  readonly hash?: string | undefined;
}

/** The state of a followed book. */
export type FollowedBook =
  /** Waits for a snapshot that is not older than this. */
  | { readonly kind: "awaited"; readonly notBeforeMs: number }
  | KnownBook;

/** A book, and the venue's times of its snapshot, its last change and its best levels. */
export interface KnownBook {
  readonly kind: "known";
  readonly book: Book;
  readonly snapshotMs: number;
  readonly changedMs: number;
  readonly touchMs: number;
  /** The venue's hash of the book, if it stated one. */
  readonly hash: string | undefined;
}

/** The state before the first snapshot. */
export const UNKNOWN_BOOK: FollowedBook = { kind: "awaited", notBeforeMs: 0 };

/** Replaces the state by a snapshot. A crossed snapshot leaves no book. */
export function takeBook(known: FollowedBook, snapshot: BookSnapshot): FollowedBook {
  const { book, timestampMs, hash } = snapshot;
  if (known.kind === "awaited" && timestampMs < known.notBeforeMs) return known;
  if (known.kind === "known" && timestampMs < known.changedMs) return late(known, timestampMs);
  if (isCrossed(book)) return { kind: "awaited", notBeforeMs: timestampMs };
  const touchMs = touchTime(known, { book, timestampMs });
  const times = { snapshotMs: timestampMs, changedMs: timestampMs, touchMs };
  return { kind: "known", book: withProtocol(book, known), ...times, hash };
}

/** Applies all changes of one frame together. */
export function takeChanges(known: FollowedBook, update: BookChanges): FollowedBook {
  const { timestampMs } = update;
  if (known.kind === "awaited") {
    return { kind: "awaited", notBeforeMs: Math.max(known.notBeforeMs, timestampMs) };
  }
  if (timestampMs < known.changedMs) return late(known, timestampMs);
  let { bids, asks } = known.book;
  for (const change of update.changes) {
    if (change.side === "bids") bids = withTotal(bids, change, (a, b) => a > b);
    else asks = withTotal(asks, change, (a, b) => a < b);
  }
  const book = { ...known.book, bids, asks };
  if (update.conditionId !== book.conditionId || isCrossed(book) || !isTouch(book, update)) {
    return { kind: "awaited", notBeforeMs: timestampMs };
  }
  const touchMs = touchTime(known, { book, timestampMs });
  return { ...known, book, changedMs: timestampMs, touchMs, hash: update.hash };
}

/** Puts the book in doubt: only its time still counts. */
export function doubted(known: FollowedBook): FollowedBook {
  return known.kind === "awaited" ? known : { kind: "awaited", notBeforeMs: known.changedMs };
}

/**
 * Handles data that arrives late. What is older than the snapshot is already part of it. What is
 * older than a later change puts the book in doubt.
 */
function late(known: FollowedBook & { kind: "known" }, timestampMs: number): FollowedBook {
  return timestampMs < known.snapshotMs ? known : doubted(known);
}

/** Returns the levels, best first, with a new total at one price. */
function withTotal(
  levels: ReadonlyArray<Level>,
  { priceE6, sizeE6 }: Level,
  isBetter: (aE6: bigint, bE6: bigint) => boolean,
): ReadonlyArray<Level> {
  const found = levels.findIndex((level) => !isBetter(level.priceE6, priceE6));
  const at = found < 0 ? levels.length : found;
  const replaced = levels[at]?.priceE6 === priceE6 ? 1 : 0;
  return levels.toSpliced(at, replaced, ...(sizeE6 === 0n ? [] : [{ priceE6, sizeE6 }]));
}

/** Only the first book of a subscription is known to state the protocol. */
function withProtocol(book: Book, known: FollowedBook): Book {
  return known.kind === "awaited" || Option.isSome(book.protocol)
    ? book
    : { ...book, protocol: known.book.protocol };
}

/** Returns since when the best levels are what they are. */
function touchTime(
  known: FollowedBook,
  { book: { bids: [bid], asks: [ask] }, timestampMs }: BookSnapshot,
): number {
  if (known.kind === "awaited") return timestampMs;
  const { bids: [lastBid], asks: [lastAsk] } = known.book;
  return isSameLevel(bid, lastBid) && isSameLevel(ask, lastAsk) ? known.touchMs : timestampMs;
}

function isSameLevel(one: Level | undefined, other: Level | undefined): boolean {
  return one?.priceE6 === other?.priceE6 && one?.sizeE6 === other?.sizeE6;
}

function isCrossed({ bids: [bid], asks: [ask] }: Book): boolean {
  return bid !== undefined && ask !== undefined && bid.priceE6 >= ask.priceE6;
}

function isTouch(
  { bids: [bid], asks: [ask] }: Book,
  { bestBidE6, bestAskE6 }: Pick<BookChanges, "bestBidE6" | "bestAskE6">,
): boolean {
  return (bestBidE6 === undefined || bestBidE6 === (bid?.priceE6 ?? 0n)) &&
    (bestAskE6 === undefined || bestAskE6 === (ask?.priceE6 ?? ONE_E6));
}
