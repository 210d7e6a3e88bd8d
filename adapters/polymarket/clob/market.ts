/**
 * Requests markets and books from the order book's public endpoints.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type MarketTerms, NoOrderBook } from "../../../core/port/order_venue.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ConditionId } from "../../../core/venue/mod.ts";
import { type AnsweredBook, toAnsweredBook } from "./book.ts";
import { type Asking, type ClobCall, open } from "./call.ts";
import { BookPayload, MarketPayload } from "./market_payload.ts";
import { clobFailed } from "./http_failure.ts";
import { toMarketTerms } from "./market_terms.ts";

/** The market calls, one method per endpoint. */
export interface ClobMarket {
  readonly terms: (
    conditionId: ConditionId,
  ) => Effect.Effect<MarketTerms, NoOrderBook | ProviderFailed>;
  readonly book: (tokenId: string) => Effect.Effect<AnsweredBook, NoOrderBook | ProviderFailed>;
}

/** Makes the calls. */
export function makeClobMarket({ read }: ClobCall): ClobMarket {
  return {
    terms: (conditionId) => {
      const named = `condition "${conditionId}"`;
      const wanted = `the terms of the market with the ${named}`;
      // A condition has two spellings; the order book takes only the long one.
      const path = `/clob-markets/${conditionId}`;
      return read(open({ path, wanted }), MarketPayload).pipe(
        Effect.flatMap((payload) => Effect.fromResult(toMarketTerms(payload))),
        Effect.filterOrFail(
          (terms) => terms.conditionId === conditionId,
          () => "it is another market's",
        ),
        Effect.catchIf(
          (failure) => typeof failure === "string",
          (because) => Effect.fail(clobFailed({ wanted }, { reason: "unreadable", because })),
        ),
        (asking) => orNoOrderBook(asking, named),
      );
    },
    book: (tokenId) => {
      const named = `token "${tokenId}"`;
      const wanted = `the order book of the ${named}`;
      const question = open({ path: "/book", query: { token_id: tokenId }, wanted });
      return read(question, BookPayload).pipe(
        Effect.flatMap((payload) => {
          const isIts = payload.asset_id === tokenId;
          const book = isIts ? toAnsweredBook(payload) : Option.none();
          const because = isIts
            ? "its market, a level or the tick cannot be read"
            : "it is another token's";
          return Option.isSome(book)
            ? Effect.succeed(book.value)
            : Effect.fail(clobFailed({ wanted }, { reason: "unreadable", because }));
        }),
        (asking) => orNoOrderBook(asking, named),
      );
    },
  };
}

/** Maps 404 to a missing order book; any other refusal is a mistake of this service. */
function orNoOrderBook<T>(
  asking: Asking<T>,
  named: string,
): Effect.Effect<T, NoOrderBook | ProviderFailed> {
  return Effect.catchTag(
    asking,
    "ClobRefusal",
    (refusal): Effect.Effect<never, NoOrderBook | ProviderFailed> =>
      Effect.fail(
        refusal.status === 404
          ? new NoOrderBook({ named })
          : clobFailed(refusal, { reason: "refused", because: refusal.message }),
      ),
  );
}
