/**
 * Pages of what Limitless lists of sports: at a pace, and asked again where that may help.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { makeDecodeAnswer, makePacedGet } from "../outbound/mod.ts";
import { ListingPage } from "./payload.ts";
import { failureOf, LIMITLESS } from "./status.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES_MAX = 3;
/** Asked for a longer pause, we give up for this time. */
const PAUSE_SEC_MAX = 60;
/** It publishes no limit; others keep 300 ms between calls. */
const CALLS_PER_SEC = 3;

/** The most rows it gives on a page. It refuses to be asked for more. */
export const PAGE_ROWS = 25;

/** Where it is. `url` has no slash at its end. */
export interface LimitlessOptions {
  readonly url: string;
  /** How many calls may begin in a second of the service's clock. Default: 3. */
  readonly callsPerSec?: number;
}

/** One method an endpoint. */
export interface LimitlessClient {
  /** Sports rows of one page, which count from 1. */
  readonly sportsPage: (page: number) => Effect.Effect<ListingPage, ProviderFailed>;
}

/** Makes the client. One a process: it is what knows the pace. */
export const makeLimitlessClient = Effect.fnUntraced(function* (options: LimitlessOptions) {
  const get = yield* makePacedGet({
    provider: LIMITLESS,
    callsPerSec: options.callsPerSec ?? CALLS_PER_SEC,
    timeoutMs: CALL_TIMEOUT_MS,
    retriesMax: RETRIES_MAX,
    pauseSecMax: PAUSE_SEC_MAX,
    failureOf,
  });
  const decode = makeDecodeAnswer(LIMITLESS, ListingPage);
  const path = "/markets/active?automationType=sports";
  return {
    sportsPage: (page) =>
      Effect.flatMap(get(`${options.url}${path}&page=${page}&limit=${PAGE_ROWS}`), decode),
  } satisfies LimitlessClient;
});
