/**
 * The public calls of the order book: books, prices and markets.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { parseJson } from "../../kit/json.ts";
import { type SimulatorRequest } from "../../kit/simulator.ts";
import { marketFact, shortMarket, tokenMarket } from "./market_answers.ts";
import { type Markets } from "./markets.ts";
import { answerPrice, answerPrices, type FindBook, type PriceQuestion } from "./price_answers.ts";

/** The parts that the calls read. */
export interface PublicParts {
  readonly markets: Markets;
  readonly find: FindBook;
}

const QUESTIONS: ReadonlyMap<string, PriceQuestion> = new Map([
  ["GET /book", "book"],
  ["GET /price", "price"],
  ["GET /midpoint", "midpoint"],
  ["GET /spread", "spread"],
  ["GET /last-trade-price", "last-trade-price"],
]);
const BATCH_QUESTIONS: ReadonlyMap<string, PriceQuestion> = new Map([
  ["POST /books", "book"],
  ["POST /prices", "price"],
  ["POST /midpoints", "midpoint"],
  ["POST /spreads", "spread"],
  ["POST /last-trades-prices", "last-trade-price"],
]);
const FACTS = new Map(
  (["tick-size", "neg-risk"] as const).map((fact) => [`GET /${fact}`, fact]),
);

/** Returns the answer; undefined for any other path. */
export function answerPublic(
  { method, path, query, body }: SimulatorRequest,
  { markets, find }: PublicParts,
): Answer | undefined {
  const call = `${method} ${path}`;
  const question = QUESTIONS.get(call);
  if (question !== undefined) return answerPrice(question, { query, find });
  const batch = BATCH_QUESTIONS.get(call);
  if (batch !== undefined) return answerPrices(batch, { body: parseJson(body), find });
  const fact = FACTS.get(call);
  if (fact !== undefined) return marketFact(fact, { query, find: markets.byToken });
  const [, kind, name = ""] = /^GET \/(markets-by-token|clob-markets)\/(\w+)$/.exec(call) ?? [];
  if (kind === "markets-by-token") return tokenMarket(markets.byToken(name));
  return kind === undefined ? undefined : shortMarket(markets.byCondition(name));
}
