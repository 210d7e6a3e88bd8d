/**
 * Order books, as requests ask for them and answers carry them.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option } from "effect";
import { formatDecimal, fromE6 } from "../../../core/fee/mod.ts";
import type { Level } from "../../../core/order/mod.ts";
import { KEPT_TRADES_MAX, type VenueTrade } from "../../../core/port/venue_books.ts";
import { BOOK_SOURCES, type OutcomeBook } from "../../../core/use_case/book/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { VALUE_CHARS_MAX } from "../edge/request/query.ts";
import { SideWire } from "../fee/wire_fee.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { Whole } from "../wire/number.ts";
import { OutcomeName } from "../wire/outcome_name.ts";
import { words } from "../wire/text.ts";
import { PageAddress } from "../wire/venue_name.ts";

const SLUG_EXAMPLE = "btc-updown-5m-1787414400";
const TRADE_EXAMPLE = {
  price: "0.47",
  size: "12.5",
  side: "BUY",
  at: "2026-08-22T16:00:58.114Z",
} as const;
const DEPTH = { minimum: 1, maximum: 100, default: 10 };

/** What is asked of a book. */
export const BookQuestion = strict({
  slug: PageAddress({
    maxLength: VALUE_CHARS_MAX,
    ask: "Send the slug from the address of the market's page on the venue, or that address",
    description: "The market's slug, or its page's address",
    examples: [SLUG_EXAMPLE],
    liveExample: "marketSlug",
  }),
  outcome: OutcomeName({ examples: ["Up"] }),
  depth: Type.Optional(Whole({
    ...DEPTH,
    description: "Levels of each side at most",
    examples: ["5"],
  })),
  trades: Type.Optional(Whole({
    minimum: 1,
    maximum: KEPT_TRADES_MAX,
    description: "So many of the last trades, too, if this service follows the book",
    examples: ["20"],
  })),
});

const BookTradeWire = Type.Object({
  price: Type.String({ description: "USDC a share, exact decimal text" }),
  size: Type.String({ description: "Shares, exact decimal text" }),
  side: SideWire,
  at: { ...IsoWire, description: "The venue's time" },
}, { $id: "BookTrade", examples: [TRADE_EXAMPLE] });

const LevelWire = Type.Unsafe<[price: string, size: string]>(
  Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
);

/** A book. */
export const OrderBook = Type.Object({
  now: IsoWire,
  slug: Type.String({ description: "The market's slug" }),
  outcome: Type.String({ description: "The outcome's name, as the venue writes it" }),
  tokenId: Type.String({ description: "The outcome's token id" }),
  bids: Type.Array(LevelWire, {
    description: "Buyers, highest price first: price in USDC a share, and shares, exact decimal " +
      "text. Empty if there are none",
  }),
  asks: Type.Array(LevelWire, { description: "Sellers, lowest price first, in the same form" }),
  at: { ...IsoWire, description: "The venue's time of the book: when it changed last" },
  hash: nullable(
    Type.String({
      description: "The venue's hash of the whole book, which its own clients can compute; null " +
        "if it stated none",
    }),
  ),
  source: words(BOOK_SOURCES, {
    description: "`stream`: this service follows the book, and this is its newest state. " +
      "`request`: the venue was asked within the last second",
  }),
  trades: Type.Optional(Type.Array(BookTradeWire, {
    description: "Of a request with `trades`: the last trades that the venue's stream told since " +
      "this service follows the book, newest first, with the side of the taker",
  })),
}, {
  $id: "OrderBook",
  description: "The book",
  examples: [{
    now: "2026-08-22T16:01:00.250Z",
    slug: SLUG_EXAMPLE,
    outcome: "Up",
    tokenId: "35097776985292232938703789329476309347184434628144948443908557621261304812635",
    bids: [["0.47", "120.5"], ["0.46", "300"]],
    asks: [["0.48", "75"], ["0.5", "41.07"]],
    at: "2026-08-22T16:00:59.870Z",
    hash: "ed47eb91f3c7985fac1cb18cb7c19535eddd3c0a",
    source: "stream",
  }],
});

/** Writes a book, of so many levels a side. */
export function bookBody(
  { slug, outcome, book, atMs, hash, source, trades }: OutcomeBook,
  { nowMs, depth = DEPTH.default, tradesMax }: {
    readonly nowMs: number;
    readonly depth?: number | undefined;
    /** Undefined: none is told. */
    readonly tradesMax: number | undefined;
  },
): Static<typeof OrderBook> {
  return {
    now: isoNow(nowMs),
    slug,
    outcome,
    tokenId: book.tokenId,
    bids: book.bids.slice(0, depth).map(levelBody),
    asks: book.asks.slice(0, depth).map(levelBody),
    at: isoNow(atMs),
    hash: Option.getOrNull(hash),
    source,
    ...(tradesMax === undefined ? {} : { trades: trades.slice(0, tradesMax).map(tradeBody) }),
  };
}

function tradeBody({ side, atMs, ...level }: VenueTrade): Static<typeof BookTradeWire> {
  const [price, size] = levelBody(level);
  return { price, size, side, at: isoNow(atMs) };
}

function levelBody({ priceE6, sizeE6 }: Level): [price: string, size: string] {
  return [formatDecimal(fromE6(priceE6)), formatDecimal(fromE6(sizeE6))];
}
