/**
 * The venue's site, queried for one opening price. Its callers keep the pace.
 *
 * @module
 */
import { Effect, type Option } from "effect";
import type { ProviderFailed } from "../../../core/port/mod.ts";
import { makeHttpGet } from "../../outbound/mod.ts";
import { parseOpenPrice, pathOf, type SiteQuestion } from "./site_question.ts";
import { failureOf, unreadable, VENUE_SITE } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 5_000;

/** The site's URL, without a trailing slash. */
export interface SiteOptions {
  readonly siteUrl: string;
}

/** One method per endpoint. */
export interface SiteClient {
  /** Returns none while the site has no price. */
  readonly openPrice: (
    question: SiteQuestion,
  ) => Effect.Effect<Option.Option<bigint>, ProviderFailed>;
}

/** Creates the client. Needs the `ProviderWatch`. */
export const makeSiteClient = Effect.fnUntraced(function* ({ siteUrl }: SiteOptions) {
  const httpGet = yield* makeHttpGet({ provider: VENUE_SITE, timeoutMs: CALL_TIMEOUT_MS });
  return {
    openPrice: Effect.fn("site.openPrice")(function* (question) {
      const answer = yield* httpGet(siteUrl + pathOf(question));
      const failure = failureOf(answer);
      if (failure !== undefined) return yield* failure;
      return yield* Effect.mapError(Effect.fromResult(parseOpenPrice(answer.text)), unreadable);
    }),
  } satisfies SiteClient;
});
