/**
 * Books and markets as the service has them: what it follows, and else what the venue answers.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { OrderVenue } from "../../../core/port/order_venue.ts";
import { VenueBooks } from "../../../core/port/venue_books.ts";
import { LiveBooks } from "../../../core/use_case/book/mod.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import type { BookFacts } from "./book_summary.ts";
import { REFUSAL } from "./door_refusal.ts";

const TOKEN = /^\d{1,78}$/;

/** Whether a text has the form of a token's id. */
export function isToken(text: unknown): text is string {
  return typeof text === "string" && TOKEN.test(text);
}

/** Returns the book of a token, and what is said with it. */
export const bookFacts = Effect.fnUntraced(function* (tokenId: string) {
  if (!isToken(tokenId)) return yield* REFUSAL.tokenId;
  const books = yield* LiveBooks;
  const followed = books.bookNow(tokenId);
  const book = Option.isSome(followed) ? followed.value : (yield* Effect.catchTag(
    (yield* VenueBooks).request(tokenId),
    "NoOrderBook",
    () => Effect.fail(REFUSAL.book),
  )).value;
  const terms = yield* Effect.catchTag(
    (yield* OrderVenue).terms(book.book.conditionId),
    "NoOrderBook",
    () => Effect.fail(REFUSAL.book),
  );
  const facts: BookFacts = { book, terms, lastPriceE6: books.tradesNow(tokenId)[0]?.priceE6 };
  return { ...facts, terms };
});

/** Returns the rules of the market of a condition. */
export const marketTerms = Effect.fnUntraced(function* (text: string) {
  const conditionId = yield* Effect.mapError(
    Effect.fromOption(parseConditionId(text)),
    () => REFUSAL.market,
  );
  return yield* Effect.catchTag(
    (yield* OrderVenue).terms(conditionId),
    "NoOrderBook",
    () => Effect.fail(REFUSAL.market),
  );
});
