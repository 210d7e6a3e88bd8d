/**
 * Public books and prices, one at a time or in batches.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { fieldsOf } from "../../kit/json.ts";
import { bookSummary } from "./book_summary.ts";
import { type TokenBook } from "./level.ts";
import { formatE6, ONE_E6 } from "./micro_units.ts";
import { REFUSAL } from "./refusal.ts";

/** The requested fact about a book. The side matters for prices only. */
export type PriceQuestion = "book" | "price" | "midpoint" | "spread" | "last-trade-price";

/** Finds a book in its current state. */
export type FindBook = (tokenId: string) => TokenBook | undefined;

const SIDES: ReadonlySet<unknown> = new Set(["BUY", "SELL"]);
const BOOKS_MAX = 500;

/** Returns the answer to `GET /book`, `/price` and so on, from the query. */
export function answerPrice(
  question: PriceQuestion,
  { query, find }: { readonly query: URLSearchParams; readonly find: FindBook },
): Answer {
  const tokenId = query.get("token_id") ?? "";
  const side = query.get("side");
  if (!/^\d+$/.test(tokenId)) return REFUSAL.tokenId;
  if (question === "price" && !SIDES.has(side)) return REFUSAL.side;
  const book = find(tokenId);
  if (book === undefined) return REFUSAL.book;
  switch (question) {
    case "book":
      return { status: 200, body: bookSummary(book) };
    case "price":
      return { status: 200, body: { price: bestOf(book, side === "BUY" ? "BUY" : "SELL") } };
    case "midpoint":
      return { status: 200, body: { mid: midpoint(book) } };
    case "spread":
      return { status: 200, body: { spread: spread(book) } };
    case "last-trade-price":
      return { status: 200, body: lastTrade(book) };
  }
}

/** Returns the answer to `POST /books`, `/prices` and so on. Omits tokens that are not traded. */
export function answerPrices(
  question: PriceQuestion,
  { body, find }: { readonly body: unknown; readonly find: FindBook },
): Answer {
  const asked = readTokens(body);
  if (asked === undefined) return REFUSAL.payload;
  const found = asked.flatMap(({ tokenId, side }) => {
    const book = find(tokenId);
    return book === undefined ? [] : [{ book, side }];
  });
  switch (question) {
    case "book":
      return { status: 200, body: found.map(({ book }) => bookSummary(book)) };
    case "last-trade-price":
      return {
        status: 200,
        body: found.map(({ book }) => ({ token_id: book.tokenId, ...lastTrade(book) })),
      };
    case "price": {
      const prices = new Map<string, Record<string, string>>();
      for (const { book, side } of found) {
        const sides = side === undefined ? ["BUY", "SELL"] as const : [side];
        const known = prices.get(book.tokenId) ?? {};
        for (const each of sides) known[each] = bestOf(book, each);
        prices.set(book.tokenId, known);
      }
      return { status: 200, body: Object.fromEntries(prices) };
    }
    case "midpoint":
      return byToken(found.map(({ book }) => [book.tokenId, midpoint(book)]));
    case "spread":
      return byToken(found.map(({ book }) => [book.tokenId, spread(book)]));
  }
}

function byToken(entries: ReadonlyArray<readonly [string, string]>): Answer {
  return { status: 200, body: Object.fromEntries(entries) };
}

interface Asked {
  readonly tokenId: string;
  readonly side: "BUY" | "SELL" | undefined;
}

function readTokens(body: unknown): ReadonlyArray<Asked> | undefined {
  if (!Array.isArray(body) || body.length > BOOKS_MAX) return undefined;
  const asked: Asked[] = [];
  for (const item of body as ReadonlyArray<unknown>) {
    const fields = fieldsOf(item);
    const [tokenId, side] = [fields.get("token_id"), fields.get("side")];
    if (typeof tokenId !== "string") return undefined;
    asked.push({ tokenId, side: side === "BUY" || side === "SELL" ? side : undefined });
  }
  return asked;
}

/** Returns the best bid for `BUY`, the best ask for `SELL`; 0 if there is none. */
function bestOf({ bids, asks }: TokenBook, side: "BUY" | "SELL"): string {
  return formatE6((side === "BUY" ? bids : asks).at(-1)?.priceE6 ?? 0n);
}

/** An empty side counts as the end of the price range. */
function touch({ bids, asks }: TokenBook): { readonly bidE6: bigint; readonly askE6: bigint } {
  return { bidE6: bids.at(-1)?.priceE6 ?? 0n, askE6: asks.at(-1)?.priceE6 ?? ONE_E6 };
}

function midpoint(book: TokenBook): string {
  const { bidE6, askE6 } = touch(book);
  return formatE6((bidE6 + askE6) / 2n);
}

function spread(book: TokenBook): string {
  const { bidE6, askE6 } = touch(book);
  return formatE6(askE6 - bidE6);
}

/** The last taker's side is not stored; the nearer side of the book substitutes for it. */
function lastTrade(book: TokenBook): { readonly price: string; readonly side: string } {
  const priceE6 = book.lastTradePriceE6;
  if (priceE6 === undefined) return { price: "0.5", side: "" };
  const { bidE6, askE6 } = touch(book);
  return { price: formatE6(priceE6), side: 2n * priceE6 >= bidE6 + askE6 ? "BUY" : "SELL" };
}
