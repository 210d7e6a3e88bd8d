/**
 * Implements {@linkcode VenueRegion} with the site's `geoblock` route.
 *
 * Source: the venue documents the route. Its answer also has the caller's IP address, so nothing of
 * it is quoted in a failure or recorded.
 *
 * @module
 */
import { Effect, Exit, Result, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { VenueRegion } from "../../../core/port/venue_region.ts";
import { makeProviderGet, Wiretap } from "../../outbound/mod.ts";
import type { SiteOptions } from "./client.ts";
import { failureOf, unreadable, VENUE_SITE } from "./http_failure.ts";

const PATH = "/api/geoblock";
const CALL_TIMEOUT_MS = 5_000;
const NO_RETRIES = { max: 0, firstMs: 0 };
const ANSWER_LIFE = "1 minute";
const FAILURE_LIFE = "5 seconds";

/** Codes as of ISO 3166; of the country's part only where it is known. */
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  blocked: Schema.Boolean,
  country: Schema.String.check(Schema.isPattern(/^[A-Z0-9]{2}$/)),
  region: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isPattern(/^[\w-]{0,16}$/)))),
})));

/** Creates the adapter. Create one per process: it keeps the answer. Needs the `ProviderWatch`. */
export const makePolymarketVenueRegion = Effect.fnUntraced(function* ({ siteUrl }: SiteOptions) {
  const get = yield* Effect.provideService(
    makeProviderGet({
      provider: VENUE_SITE,
      hosts: siteUrl,
      timeoutMs: CALL_TIMEOUT_MS,
      failureOf: (answer) => failureOf({ ...answer, text: "(not quoted)" }),
      retries: NO_RETRIES,
    }),
    Wiretap,
    undefined,
  );
  const ask = Effect.gen(function* () {
    const { text } = yield* get({ path: PATH });
    const { blocked, country, region } = yield* Effect.fromResult(
      Result.fromOption(decode(text), () => unreadable("it has no blocked and country")),
    );
    return { isBlocked: blocked, country, region: region ?? "" };
  }).pipe(
    Effect.mapError(({ provider, reason, cause }) =>
      new ProviderFailed({ provider, reason, cause, wanted: "the region of this machine" })
    ),
    Effect.withSpan("site.region"),
  );
  return VenueRegion.of({
    seen: yield* Effect.cachedWithTTL(
      ask,
      (exit) => Exit.isSuccess(exit) ? ANSWER_LIFE : FAILURE_LIFE,
    ),
  });
});
