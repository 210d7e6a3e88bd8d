/**
 * The lists of the venue's metadata service (Gamma) that games are read from: paced and retried.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/mod.ts";
import { makeDecodeAnswer, makePacedGet } from "../../outbound/mod.ts";
import { listFailureOf, VENUE_METADATA } from "../gamma/status.ts";
import { GammaEventPage, GammaSport } from "./payload.ts";

/** Where the service is, and how often it is asked. `gammaUrl` has no slash at its end. */
export interface GameListOptions {
  readonly gammaUrl: string;
  /** Calls that may begin in a second; the service allows 50 of lists of events. Default: 10. */
  readonly callsPerSec?: number;
}

/** Which events of a series. Times are ISO 8601, and both ends are inside. */
export interface EventQuery {
  readonly series_id: string;
  readonly closed: "true" | "false";
  readonly start_time_min?: string;
  readonly start_time_max?: string;
  readonly end_date_min?: string;
  readonly end_date_max?: string;
}

/** One method an endpoint. */
export interface GameListClient {
  readonly sports: Effect.Effect<ReadonlyArray<GammaSport>, ProviderFailed>;
  /** A page, from the beginning or after a cursor. */
  readonly events: (
    query: EventQuery,
    cursor?: string,
  ) => Effect.Effect<GammaEventPage, ProviderFailed>;
}

/** A fifth of what it allows. */
const CALLS_PER_SEC = 10;
const CALL_TIMEOUT_MS = 15_000;
const RETRIES_MAX = 2;
/** Asked for a longer pause, we give up for this time. */
const PAUSE_SEC_MAX = 15;
/**
 * The service would give 500. An event of a game may have more than a hundred markets of some 3 kB
 * each, and an answer of more than 32 MiB is not read.
 */
const PAGE_EVENTS = 100;

const decodeSports = makeDecodeAnswer(VENUE_METADATA, Schema.Array(GammaSport));
const decodePage = makeDecodeAnswer(VENUE_METADATA, GammaEventPage);

/** Makes the client. One a process: it keeps the pace. Needs the `ProviderWatch`. */
export const makeGameListClient = Effect.fnUntraced(function* (
  { gammaUrl, callsPerSec = CALLS_PER_SEC }: GameListOptions,
) {
  const getUrl = yield* makePacedGet({
    provider: VENUE_METADATA,
    callsPerSec,
    timeoutMs: CALL_TIMEOUT_MS,
    retriesMax: RETRIES_MAX,
    pauseSecMax: PAUSE_SEC_MAX,
    failureOf: listFailureOf,
  });
  const get = (path: string) => getUrl(gammaUrl + path);

  return {
    sports: Effect.flatMap(get("/sports"), decodeSports),
    events: (query, cursor) => {
      const after = cursor === undefined ? {} : { after_cursor: cursor };
      const asked = new URLSearchParams({ ...query, limit: String(PAGE_EVENTS), ...after });
      return Effect.flatMap(get(`/events/keyset?${asked}`), decodePage);
    },
  } satisfies GameListClient;
});
