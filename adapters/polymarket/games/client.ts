/**
 * A client for the game lists of the venue's metadata service (Gamma) with pacing and retries.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { makeDecodeAnswer, makePacer, makeProviderGet } from "../../outbound/mod.ts";
import type { GammaOptions } from "../gamma/client.ts";
import { listFailureOf, VENUE_METADATA } from "../gamma/http_failure.ts";
import { makeGammaLimits } from "../gamma/shared_limits.ts";
import { GammaEventPage, GammaSport } from "./payload.ts";

/** Options of the client. */
export interface GameListOptions extends GammaOptions {
  /** Maximum calls per second; the service allows 50 for event lists. Default: 10. */
  readonly callsPerSec?: number;
}

/** A query for events of a series. Times are ISO 8601, inclusive at both ends. */
export interface EventQuery {
  readonly series_id: string;
  readonly closed: "true" | "false";
  readonly start_time_min?: string;
  readonly start_time_max?: string;
  readonly end_date_min?: string;
  readonly end_date_max?: string;
}

/** The client, with one member per endpoint. */
export interface GameListClient {
  readonly sports: Effect.Effect<ReadonlyArray<GammaSport>, ProviderFailed>;
  /** A page, from the start or after a cursor. */
  readonly events: (
    query: EventQuery,
    cursor?: string,
  ) => Effect.Effect<GammaEventPage, ProviderFailed>;
}

/** A fifth of the service's limit. */
const CALLS_PER_SEC = 10;
const CALL_TIMEOUT_MS = 15_000;
const RETRIES = { max: 2, firstMs: 200 };
/** Maximum requested pause to wait for; fails if longer. */
const WAIT_SEC_MAX = 15;
/**
 * The service allows 500. A game's event may have more than a hundred markets of some 3 kB each,
 * and responses above 32 MiB are rejected.
 */
const PAGE_EVENTS = 100;

const decodeSports = makeDecodeAnswer(VENUE_METADATA, Schema.Array(GammaSport));
const decodePage = makeDecodeAnswer(VENUE_METADATA, GammaEventPage);

/** Makes the client. Make one per process: it keeps the pace. Needs the `ProviderWatch`. */
export const makeGameListClient = Effect.fnUntraced(function* (
  { gammaUrl, gammaLimits = makeGammaLimits(), callsPerSec = CALLS_PER_SEC }: GameListOptions,
) {
  const pacer = makePacer({ name: `${VENUE_METADATA} games`, calls: callsPerSec, perMs: 1_000 });
  const get = yield* makeProviderGet({
    provider: VENUE_METADATA,
    hosts: gammaUrl,
    timeoutMs: CALL_TIMEOUT_MS,
    failureOf: listFailureOf,
    limits: ({ path }) => gammaLimits.of(path, { pacer, waitSecMax: WAIT_SEC_MAX }),
    retries: RETRIES,
  });

  return {
    sports: Effect.flatMap(get({ path: "/sports" }), decodeSports),
    events: (query, cursor) => {
      const after = cursor === undefined ? {} : { after_cursor: cursor };
      const asked = new URLSearchParams({ ...query, limit: String(PAGE_EVENTS), ...after });
      return Effect.flatMap(get({ path: `/events/keyset?${asked}` }), decodePage);
    },
  } satisfies GameListClient;
});
