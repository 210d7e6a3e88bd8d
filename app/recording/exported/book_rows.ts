/**
 * Rows of the order books' levels and of their trades.
 *
 * @module
 */
import {
  type MarketEvent,
  readMarketFrame,
} from "../../../adapters/polymarket/book/market_frame.ts";
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { Book, Level } from "../../../core/order/mod.ts";
import { type ExportedRow, fitsColumn, type Received } from "../../../core/recording/mod.ts";
import type { ToldOutcome } from "./told_windows.ts";

/** What a frame of the books has. */
export interface BookRows {
  readonly book: ReadonlyArray<ExportedRow<"book">>;
  readonly trades: ReadonlyArray<ExportedRow<"trades">>;
  /** Events that cannot be read, and those of tokens that no window has. */
  readonly unreadable: number;
  readonly unknown: number;
}

/** What the venue answers to a ping. */
const PONG = "PONG";

const NOTHING: BookRows = { book: [], trades: [], unreadable: 0, unknown: 0 };

/** The levels of so many books are remembered. */
const BOOKS_MAX = 10_000;

type Side = "bids" | "asks";
type SidedLevel = Level & { readonly side: Side };
/** The prices of a book's levels. */
type KnownLevels = Readonly<Record<Side, Set<bigint>>>;

/**
 * Makes the rows of frames, in their order: applied one after the other they are the book. A
 * snapshot has each of its levels, and with size 0 those that it has no more; a change has the new
 * size of its level.
 */
export function makeBookRows(outcomeOf: (tokenId: string) => ToldOutcome | undefined) {
  const books = new BoundedMap<string, KnownLevels>(BOOKS_MAX);
  const levelsOf = (tokenId: string, event: MarketEvent): ReadonlyArray<SidedLevel> => {
    if (event.kind !== "book" && event.kind !== "changes") return [];
    const known = books.get(tokenId) ?? { bids: new Set(), asks: new Set() };
    books.set(tokenId, known);
    const levels = event.kind === "changes" ? event.changes : snapshotLevels(event.book, known);
    for (const { side, priceE6, sizeE6 } of levels) {
      if (sizeE6 === 0n) known[side].delete(priceE6);
      else known[side].add(priceE6);
    }
    return levels;
  };
  return ({ kind, atMs, text }: Received): BookRows => {
    if (kind !== "frame" || text === PONG) return NOTHING;
    const events = readMarketFrame(text);
    if (events === undefined) return { ...NOTHING, unreadable: 1 };
    const book: Array<ExportedRow<"book">> = [];
    const trades: Array<ExportedRow<"trades">> = [];
    let [unreadable, unknown] = [0, 0];
    for (const event of events) {
      const tokenId = tokenOf(event);
      if (event.kind === "unreadable") unreadable += 1;
      if (event.kind === "trade" && event.trade === undefined) unreadable += 1;
      if (tokenId === undefined) continue;
      const told = outcomeOf(tokenId);
      if (told === undefined) {
        unknown += 1;
        continue;
      }
      const { slug, outcome } = told;
      const place = { slug, outcome, at_ms: atMs };
      for (const { side, priceE6, sizeE6 } of levelsOf(tokenId, event)) {
        const row = { ...place, side: side === "bids" ? "bid" : "ask" };
        if (fitsColumn(sizeE6, "e6")) book.push({ ...row, price: priceE6, size: sizeE6 });
        else unreadable += 1;
      }
      if (event.kind !== "trade" || event.trade === undefined) continue;
      const { priceE6, sizeE6, side } = event.trade;
      const row = { ...place, side: side === "BUY" ? "buy" : "sell" };
      if (fitsColumn(sizeE6, "e6")) trades.push({ ...row, price: priceE6, size: sizeE6 });
      else unreadable += 1;
    }
    return { book, trades, unreadable, unknown };
  };
}

/** Returns the token of what becomes rows. */
function tokenOf(event: MarketEvent): string | undefined {
  switch (event.kind) {
    case "book":
      return event.book.tokenId;
    case "changes":
      return event.tokenId;
    case "trade":
      return event.trade === undefined ? undefined : event.tokenId;
    default:
      return undefined;
  }
}

/** Returns the levels of a snapshot, after those that it has no more. */
function snapshotLevels(book: Book, known: KnownLevels): ReadonlyArray<SidedLevel> {
  return (["bids", "asks"] as const).flatMap((side) => {
    const prices = new Set(book[side].map(({ priceE6 }) => priceE6));
    return [
      ...[...known[side]].filter((priceE6) => !prices.has(priceE6))
        .map((priceE6) => ({ side, priceE6, sizeE6: 0n })),
      ...book[side].map((level) => ({ side, ...level })),
    ];
  });
}
