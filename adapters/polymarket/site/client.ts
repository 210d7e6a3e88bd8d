/**
 * The venue's site, queried for one opening price. Its callers keep the pace.
 *
 * @module
 */
import { Effect, type Option } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { makeProviderGet, shareCalls } from "../../outbound/mod.ts";
import { parseOpenPrice, pathOf, type SiteQuestion } from "./site_question.ts";
import { failureOf, unreadable, VENUE_SITE } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 5_000;
/** That of one process is kept by its queue; this one is for all replicas. */
const PACE = { calls: 1, perMs: 5_000 };
const SHARED_MS = 2_000;
const NO_RETRIES = { max: 0, firstMs: 0 };

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
  const calls = yield* makeProviderGet({
    provider: VENUE_SITE,
    hosts: siteUrl,
    timeoutMs: CALL_TIMEOUT_MS,
    failureOf,
    limits: { pace: PACE },
    retries: NO_RETRIES,
  });
  const get = shareCalls(calls, { provider: VENUE_SITE, lifeMs: SHARED_MS });
  return {
    openPrice: Effect.fn("site.openPrice")(function* (question) {
      const { text } = yield* get({ path: pathOf(question) });
      return yield* Effect.mapError(Effect.fromResult(parseOpenPrice(text)), unreadable);
    }),
  } satisfies SiteClient;
});
