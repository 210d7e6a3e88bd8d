/**
 * A client for Limitless's sports listing with pacing, retries and paging.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { makeDecodeAnswer, makeProviderGet } from "../outbound/mod.ts";
import { ListingPage } from "./payload.ts";
import { failureOf, LIMITLESS } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES = { max: 3, firstMs: 200 };
/** Waits if the provider asks for a pause; fails if it is longer. */
const PAUSE = { secMax: 60, isAwaited: true };
/** Limitless publishes no limit; other clients keep 300 ms between calls. */
const CALLS_PER_SEC = 3;

/** Maximum number of rows on a page; Limitless refuses more. */
export const PAGE_ROWS = 25;

/** Options of the client. `url` has no trailing slash. */
export interface LimitlessOptions {
  readonly url: string;
  /** Maximum calls per second of the service's clock. Default: 3. */
  readonly callsPerSec?: number;
}

/** The client, with one method per endpoint. */
export interface LimitlessClient {
  /** The sports rows of a page; pages count from 1. */
  readonly sportsPage: (page: number) => Effect.Effect<ListingPage, ProviderFailed>;
}

/** Makes the client. Make one per process: it keeps the pace. */
export const makeLimitlessClient = Effect.fnUntraced(function* (options: LimitlessOptions) {
  const get = yield* makeProviderGet({
    provider: LIMITLESS,
    hosts: options.url,
    timeoutMs: CALL_TIMEOUT_MS,
    limits: { pace: { calls: options.callsPerSec ?? CALLS_PER_SEC, perMs: 1_000 }, pause: PAUSE },
    retries: RETRIES,
    failureOf,
  });
  const decode = makeDecodeAnswer(LIMITLESS, ListingPage);
  const path = "/markets/active?automationType=sports";
  return {
    sportsPage: (page) =>
      Effect.flatMap(get({ path: `${path}&page=${page}&limit=${PAGE_ROWS}` }), decode),
  } satisfies LimitlessClient;
});
