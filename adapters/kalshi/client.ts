/**
 * A client for Kalshi's public market data with pacing, retries and paging.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { makeDecodeAnswer, makeProviderGet } from "../outbound/mod.ts";
import { EventsPage } from "./payload.ts";
import { failureOf, KALSHI } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES = { max: 3, firstMs: 200 };
/** Waits if the provider asks for a pause; fails if it is longer. */
const PAUSE = { secMax: 20, isAwaited: true };
/** Clients without an account may read 20 times a second; half of that leaves room for others. */
const CALLS_PER_SEC = 10;
/** Maximum number of events on a page; Kalshi refuses more. */
const PAGE_EVENTS = 200;
const BASE_PATH = "/trade-api/v2";

/** Options of the client. `url` is Kalshi's origin. */
export interface KalshiOptions {
  readonly url: string;
  /** Maximum calls per second. Default: 10. */
  readonly callsPerSec?: number | undefined;
}

/** A query for one page of events. */
export interface EventsQuery {
  readonly series: string;
  /** Only events with a market that closes, or closed, after this instant. Any status. */
  readonly closesAfterSec: number;
  /** The cursor of the previous page; empty for the first one. */
  readonly cursor: string;
}

/** The client, with one method per endpoint. */
export interface KalshiClient {
  /** A page of events with their markets, and the milestones they belong to. */
  readonly events: (
    query: EventsQuery,
  ) => Effect.Effect<typeof EventsPage.Type, ProviderFailed>;
}

/** Makes the client. Make one per process: it keeps the pace. */
export const makeKalshiClient = Effect.fnUntraced(function* (
  { url, callsPerSec = CALLS_PER_SEC }: KalshiOptions,
) {
  const get = yield* makeProviderGet({
    provider: KALSHI,
    hosts: url,
    timeoutMs: CALL_TIMEOUT_MS,
    limits: { pace: { calls: callsPerSec, perMs: 1_000 }, pause: PAUSE },
    retries: RETRIES,
    failureOf,
  });
  const decodeEvents = makeDecodeAnswer(KALSHI, EventsPage);

  return {
    events: ({ series, closesAfterSec, cursor }) => {
      const query = new URLSearchParams({
        series_ticker: series,
        min_close_ts: String(closesAfterSec),
        limit: String(PAGE_EVENTS),
        with_nested_markets: "true",
        with_milestones: "true",
        ...(cursor === "" ? {} : { cursor }),
      });
      return Effect.flatMap(get({ path: `${BASE_PATH}/events?${query}` }), decodeEvents);
    },
  } satisfies KalshiClient;
});
