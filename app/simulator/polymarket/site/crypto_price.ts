/**
 * `GET /api/crypto/crypto-price`: both prices of a window, as the venue's site shows them.
 *
 * Source: third-party recordings of the site's answers; it is not documented.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type PublishedWindow } from "../venue/published_prices.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { makeEdgeCache } from "./edge_cache.ts";
import { failureOfStatus } from "./failure.ts";
import { type PriceQuestion, readPriceQuestion } from "./price_question.ts";
import { makeSitePace } from "./site_pace.ts";
import { type SitePrices, sitePrices } from "./site_price.ts";

/** The endpoint. */
export interface CryptoPrice {
  answer(query: URLSearchParams): Answer;
  /** Drops a window's cached answers. */
  forget(window: PublishedWindow): void;
}

const CACHED_MS = 10_000;

interface CachedAnswer {
  readonly question: PriceQuestion;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes the endpoint of a venue. */
export function makeCryptoPrice(venue: VenueWorld, clock: SandboxClock): CryptoPrice {
  const pace = makeSitePace(clock.speed);
  const edge = makeEdgeCache<CachedAnswer>(CACHED_MS);
  const answered = (question: PriceQuestion): Answer => {
    const nowMs = clock.nowMs();
    const key = JSON.stringify(question);
    const cached = edge.get(key, nowMs);
    if (cached !== undefined) return { status: 200, body: { ...cached.body, cached: true } };
    const body = bodyOf(sitePrices(venue, question, nowMs), nowMs);
    edge.put(key, { question, body }, nowMs);
    return { status: 200, body };
  };
  return {
    answer(query) {
      // Whether an answer from the edge cache counts was not observed: here it does, and so does a
      // bad request.
      const waitSec = pace.take(clock.nowMs());
      if (waitSec !== undefined) {
        return { ...failureOfStatus(429), headers: { "retry-after": String(waitSec) } };
      }
      const question = readPriceQuestion(query);
      return Result.isFailure(question) ? question.failure : answered(question.success);
    },
    forget({ asset, startSec, endSec }) {
      edge.forget(({ question: { window } }) =>
        window.asset === asset && window.startSec === startSec && window.endSec === endSec
      );
    },
  };
}

/** The two flags of an ended window without a price were not observed. */
function bodyOf(prices: SitePrices, nowMs: number): CachedAnswer["body"] {
  const { openPrice, closePrice } = prices;
  return {
    openPrice,
    closePrice,
    timestamp: nowMs,
    completed: closePrice !== null,
    incomplete: openPrice === null || closePrice === null,
    cached: false,
  };
}
