/**
 * Kalshi's public market data: paced, retried, page by page.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { makeDecodeAnswer, makePacedGet } from "../outbound/mod.ts";
import { EventsPage } from "./payload.ts";
import { failureOf, KALSHI } from "./status.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES_MAX = 3;
/** Asked for a longer pause, we give up instead of waiting. */
const PAUSE_SEC_MAX = 20;
/** Those who have no account may read 20 times a second; half of that leaves room for others. */
const CALLS_PER_SEC = 10;
/** The most that one page of events may have; one more is refused. */
const PAGE_EVENTS = 200;
const BASE_PATH = "/trade-api/v2";

/** Where Kalshi is. `url` is its origin. */
export interface KalshiOptions {
  readonly url: string;
  /** So many calls begin in a second, at most; 10 unless said otherwise. */
  readonly callsPerSec?: number | undefined;
}

/** Which page of which events. */
export interface EventsQuery {
  readonly series: string;
  /** Events of which some market closes, or has closed, after this instant. Any status. */
  readonly closesAfterSec: number;
  /** What the page before said; empty for the first one. */
  readonly cursor: string;
}

/** One method an endpoint. */
export interface KalshiClient {
  /** A page of events with their markets, and the milestones they belong to. */
  readonly events: (
    query: EventsQuery,
  ) => Effect.Effect<typeof EventsPage.Type, ProviderFailed>;
}

/** Makes the client. One a process: it is what keeps the pace. */
export const makeKalshiClient = Effect.fnUntraced(function* (
  { url, callsPerSec = CALLS_PER_SEC }: KalshiOptions,
) {
  const get = yield* makePacedGet({
    provider: KALSHI,
    callsPerSec,
    timeoutMs: CALL_TIMEOUT_MS,
    retriesMax: RETRIES_MAX,
    pauseSecMax: PAUSE_SEC_MAX,
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
      return Effect.flatMap(get(`${url}${BASE_PATH}/events?${query}`), decodeEvents);
    },
  } satisfies KalshiClient;
});
