/**
 * The public calls of the door: books, prices and markets.
 *
 * @module
 */
import { BigDecimal, Effect, Option } from "effect";
import type { MarketTerms } from "../../../core/port/order_venue.ts";
import { LiveBooks } from "../../../core/use_case/book/mod.ts";
import { type BookFacts, bookSummary, touchOf } from "./book_summary.ts";
import { DoorRefused, REFUSAL } from "./door_refusal.ts";
import { bookFacts, isToken, marketTerms } from "./market_facts.ts";
import { fieldsOf, readJson } from "./sent_json.ts";
import { numberOf, textOf } from "./venue_text.ts";

/** What is asked about a book. */
export type BookQuestion = "book" | "price" | "midpoint" | "spread" | "last-trade-price";

/** Those that a list may ask about at once. */
const BOOKS_MAX = 100;
const PARALLEL_MAX = 8;

type Side = "BUY" | "SELL";

/** Answers a question about one book, from the query. */
export const oneBook = Effect.fnUntraced(function* (
  question: BookQuestion,
  query: URLSearchParams,
) {
  const tokenId = query.get("token_id") ?? "";
  if (!isToken(tokenId)) return yield* REFUSAL.tokenId;
  const side = query.get("side");
  if (question === "price" && side !== "BUY" && side !== "SELL") return yield* REFUSAL.side;
  const facts = yield* bookFacts(tokenId);
  switch (question) {
    case "book":
      return bookSummary(facts) as unknown;
    case "price":
      return { price: bestOf(facts, side === "BUY" ? "BUY" : "SELL") };
    case "midpoint":
      return { mid: midpoint(facts) };
    case "spread":
      return { spread: spread(facts) };
    case "last-trade-price":
      return yield* Effect.mapError(
        Effect.fromOption(yield* lastTrade(tokenId)),
        () => REFUSAL.lastTrade,
      );
  }
});

/** Answers a question about several books. Those of tokens that are not traded are left out. */
export const manyBooks = Effect.fnUntraced(function* (question: BookQuestion, text: string) {
  const asked = readAsked(text);
  if (asked === undefined) return yield* REFUSAL.payload;
  const found = (yield* Effect.forEach(asked, ({ tokenId, side }) =>
    bookFacts(tokenId).pipe(
      Effect.map((facts) => [{ facts, tokenId, side }]),
      Effect.catchIf((failure) => failure instanceof DoorRefused, () => Effect.succeed([])),
    ), { concurrency: PARALLEL_MAX })).flat();
  switch (question) {
    case "book":
      return found.map(({ facts }) => bookSummary(facts)) as unknown;
    case "price":
      return pricesOf(found);
    case "midpoint":
      return Object.fromEntries(found.map(({ tokenId, facts }) => [tokenId, midpoint(facts)]));
    case "spread":
      return Object.fromEntries(found.map(({ tokenId, facts }) => [tokenId, spread(facts)]));
    case "last-trade-price": {
      const { tradesNow } = yield* LiveBooks;
      return found.flatMap(({ tokenId }) => {
        const [last] = tradesNow(tokenId);
        return last === undefined
          ? []
          : [{ token_id: tokenId, price: textOf(last.priceE6), side: last.side }];
      });
    }
  }
});

/** Answers what the market of a token is. */
export const marketOfToken = Effect.fnUntraced(function* (tokenId: string) {
  if (!isToken(tokenId)) return yield* REFUSAL.market;
  const { terms } = yield* Effect.catchIf(
    bookFacts(tokenId),
    (failure) => failure instanceof DoorRefused,
    () => Effect.fail(REFUSAL.market),
  );
  const [primary, secondary] = terms.tokens;
  return {
    condition_id: terms.conditionId,
    primary_token_id: primary?.tokenId ?? "",
    secondary_token_id: secondary?.tokenId ?? "",
  };
});

/** Answers one fact of the market of a token. */
export const tokenFact = Effect.fnUntraced(function* (
  fact: "tick-size" | "neg-risk" | "fee-rate",
  query: URLSearchParams,
) {
  const tokenId = query.get("token_id") ?? "";
  if (!isToken(tokenId)) return yield* REFUSAL.tokenId;
  const { terms, book } = yield* Effect.catchIf(
    bookFacts(tokenId),
    (failure) => failure instanceof DoorRefused,
    () => Effect.fail(REFUSAL.market),
  );
  if (fact === "tick-size") return { minimum_tick_size: numberOf(book.book.tickE6) } as unknown;
  if (fact === "neg-risk") return { neg_risk: terms.isNegRisk };
  if (Option.isSome(terms.fee.feeSchedule)) return yield* REFUSAL.feeRate;
  return { base_fee: 0 };
});

/** Answers the rules of a market, as far as the service knows them. */
export const shortMarket = Effect.fnUntraced(function* (conditionId: string) {
  return shortForm(yield* marketTerms(conditionId));
});

function shortForm(terms: MarketTerms) {
  const { feeSchedule } = terms.fee;
  return {
    t: terms.tokens.map(({ tokenId: t, outcome: o }) => ({ t, o })),
    c: terms.conditionId,
    mos: numberOf(terms.sizeMinE6),
    mts: numberOf(terms.tickE6),
    ...(terms.isNegRisk ? { nr: true } : {}),
    ao: terms.isAcceptingOrders,
    ...Option.match(feeSchedule, {
      onNone: () => ({}),
      onSome: ({ rate, exponent, isTakerOnly }) => ({
        fd: {
          r: Number(BigDecimal.format(rate)),
          e: Number(BigDecimal.format(exponent)),
          to: isTakerOnly,
        },
      }),
    }),
    ...Option.match(terms.protocol, { onNone: () => ({}), onSome: (v) => ({ v }) }),
  };
}

interface Found {
  readonly facts: BookFacts;
  readonly tokenId: string;
  readonly side: Side | undefined;
}

function pricesOf(found: ReadonlyArray<Found>) {
  const prices = new Map<string, Record<string, string>>();
  for (const { facts, tokenId, side } of found) {
    const known = prices.getOrInsertComputed(tokenId, () => ({}));
    for (const each of side === undefined ? ["BUY", "SELL"] as const : [side]) {
      known[each] = bestOf(facts, each);
    }
  }
  return Object.fromEntries(prices);
}

/** The best bid for `BUY`, the best ask for `SELL`; 0 where there is none. */
function bestOf({ book: { book } }: BookFacts, side: Side): string {
  return textOf((side === "BUY" ? book.bids : book.asks)[0]?.priceE6 ?? 0n);
}

function midpoint({ book }: BookFacts): string {
  const { bidE6, askE6 } = touchOf(book);
  return textOf((bidE6 + askE6) / 2n);
}

function spread({ book }: BookFacts): string {
  const { bidE6, askE6 } = touchOf(book);
  return textOf(askE6 - bidE6);
}

const lastTrade = Effect.fnUntraced(function* (tokenId: string) {
  const [last] = (yield* LiveBooks).tradesNow(tokenId);
  return Option.map(
    Option.fromUndefinedOr(last),
    ({ priceE6, side }) => ({ price: textOf(priceE6), side: side as string }),
  );
});

function readAsked(text: string) {
  const items = readJson(text);
  if (!Array.isArray(items) || items.length > BOOKS_MAX) return undefined;
  const asked = items.map((item: unknown) => {
    const { token_id, side } = fieldsOf(item);
    const tokenId = isToken(token_id) ? token_id : undefined;
    return { tokenId, side: side === "BUY" || side === "SELL" ? side as Side : undefined };
  });
  return asked.every((one): one is typeof one & { tokenId: string } => one.tokenId !== undefined)
    ? asked
    : undefined;
}
