/**
 * One book as the venue's stream tells of it: first whole, then level by level.
 *
 * Whatever does not fit together is a doubt, and from a doubt on there is no book until a new whole
 * one comes: rather none than a wrong one.
 *
 * @module
 */
import { type Book, type Level, ONE_E6 } from "../../../core/order/mod.ts";
import type { ConditionId } from "../../../core/venue/mod.ts";

/** A whole book, and the venue's time of it in unix milliseconds. */
export interface ToldBook {
  readonly book: Book;
  readonly timestampMs: number;
}

/** The new total of one level: shares times 10^6, 0n where nobody is left. */
export interface LevelChange extends Level {
  readonly side: "bids" | "asks";
}

/** What changed in one book at the venue's time, unix milliseconds. */
export interface ToldChanges {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly timestampMs: number;
  /** In the order in which they were made. */
  readonly changes: ReadonlyArray<LevelChange>;
  /** The best prices after all of them, where the venue says; without orders 0 and 1. */
  readonly bestBidE6: bigint | undefined;
  readonly bestAskE6: bigint | undefined;
}

/** What is known of a book. */
export type FollowedBook =
  /** Nothing, until a whole book comes that is not older than this. */
  | { readonly kind: "awaited"; readonly notBeforeMs: number }
  /** The book; when it was told as a whole, and when it changed last, in the venue's time. */
  | {
    readonly kind: "known";
    readonly book: Book;
    readonly toldMs: number;
    readonly changedMs: number;
  };

/** Nothing is known yet. */
export const UNKNOWN_BOOK: FollowedBook = { kind: "awaited", notBeforeMs: 0 };

/** Takes a whole book in place of what was known. One that is crossed is none. */
export function takeBook(known: FollowedBook, { book, timestampMs }: ToldBook): FollowedBook {
  if (known.kind === "awaited" && timestampMs < known.notBeforeMs) return known;
  if (known.kind === "known" && timestampMs < known.changedMs) return late(known, timestampMs);
  return isCrossed(book)
    ? { kind: "awaited", notBeforeMs: timestampMs }
    : { kind: "known", book, toldMs: timestampMs, changedMs: timestampMs };
}

/** Takes the changes of one frame: all of them at once. */
export function takeChanges(known: FollowedBook, told: ToldChanges): FollowedBook {
  const { timestampMs } = told;
  if (known.kind === "awaited") {
    return { kind: "awaited", notBeforeMs: Math.max(known.notBeforeMs, timestampMs) };
  }
  if (timestampMs < known.changedMs) return late(known, timestampMs);
  let { bids, asks } = known.book;
  for (const change of told.changes) {
    if (change.side === "bids") bids = withTotal(bids, change, (a, b) => a > b);
    else asks = withTotal(asks, change, (a, b) => a < b);
  }
  const book = { ...known.book, bids, asks };
  return told.conditionId === book.conditionId && !isCrossed(book) && isTouch(book, told)
    ? { ...known, book, changedMs: timestampMs }
    : { kind: "awaited", notBeforeMs: timestampMs };
}

/** There is a doubt about it: what is known no longer counts, but for its time. */
export function doubted(known: FollowedBook): FollowedBook {
  return known.kind === "awaited" ? known : { kind: "awaited", notBeforeMs: known.changedMs };
}

/**
 * Something comes late. What is older than the whole book is part of it already; but whether what
 * changed since is right without what is older than that, nobody can tell.
 */
function late(known: FollowedBook & { kind: "known" }, timestampMs: number): FollowedBook {
  return timestampMs < known.toldMs ? known : doubted(known);
}

/** The levels, best first, with another total at one price. */
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

function isCrossed({ bids: [bid], asks: [ask] }: Book): boolean {
  return bid !== undefined && ask !== undefined && bid.priceE6 >= ask.priceE6;
}

function isTouch(
  { bids: [bid], asks: [ask] }: Book,
  { bestBidE6, bestAskE6 }: Pick<ToldChanges, "bestBidE6" | "bestAskE6">,
): boolean {
  return (bestBidE6 === undefined || bestBidE6 === (bid?.priceE6 ?? 0n)) &&
    (bestAskE6 === undefined || bestAskE6 === (ask?.priceE6 ?? ONE_E6));
}
