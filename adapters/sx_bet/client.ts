/**
 * A client for SX Bet's public data with pacing, retries and paging.
 *
 * @module
 */
import { Effect, type Schema } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { makeDecodeAnswer, makeProviderGet } from "../outbound/mod.ts";
import { LeaguesAnswer, MarketsAnswer, type SxLeague } from "./payload.ts";
import { failureOf, SX_BET } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES = { max: 3, firstMs: 200 };
/** Waits if the provider asks for a pause; fails if it is longer. */
const PAUSE = { secMax: 60, isAwaited: true };
/** SX Bet allows 500 calls a minute per IP address. */
const CALLS_PER_SEC = 5;
/** Maximum number of markets on a page. */
const PAGE_MARKETS = 100;

/** Options of the client. `url` has no trailing slash. */
export interface SxBetOptions {
  readonly url: string;
  /** Maximum calls per second of the service's clock. Default: 5. */
  readonly callsPerSec?: number;
}

/** A page of markets and the key of the next one. */
export interface MarketsPage {
  readonly markets: ReadonlyArray<unknown>;
  /** Undefined on the last page. */
  readonly nextKey: string | undefined;
}

/** The client, with one method per endpoint. */
export interface SxBetClient {
  /** All leagues of a sport, active or not. */
  readonly leagues: (sportId: number) => Effect.Effect<ReadonlyArray<SxLeague>, ProviderFailed>;
  /** Markets that are not settled. */
  readonly markets: (query: {
    readonly leagueId: number;
    readonly paginationKey: string | undefined;
  }) => Effect.Effect<MarketsPage, ProviderFailed>;
}

/** Makes the client. Make one per process: it keeps the pace. */
export const makeSxBetClient = Effect.fnUntraced(function* (options: SxBetOptions) {
  const get = yield* makeProviderGet({
    provider: SX_BET,
    hosts: options.url,
    timeoutMs: CALL_TIMEOUT_MS,
    limits: { pace: { calls: options.callsPerSec ?? CALLS_PER_SEC, perMs: 1_000 }, pause: PAUSE },
    retries: RETRIES,
    failureOf,
  });

  /** Returns the data in the envelope. */
  const ask = <D>(path: string, schema: Schema.Decoder<Envelope<D>>) =>
    get({ path }).pipe(
      Effect.flatMap(makeDecodeAnswer(SX_BET, schema)),
      Effect.flatMap((envelope) =>
        envelope.status === "success"
          ? Effect.succeed(envelope.data)
          : Effect.fail(refused(envelope.message))
      ),
    );

  return {
    leagues: (sportId) => ask(`/leagues?sportId=${sportId}`, LeaguesAnswer),
    markets: ({ leagueId, paginationKey }) => {
      const query = new URLSearchParams({
        leagueId: String(leagueId),
        pageSize: String(PAGE_MARKETS),
        ...(paginationKey === undefined ? {} : { paginationKey }),
      });
      return Effect.map(
        ask(`/markets/active?${query}`, MarketsAnswer),
        ({ markets, nextKey }) => ({ markets, nextKey: nextKey || undefined }),
      );
    },
  } satisfies SxBetClient;
});

type Envelope<D> =
  | { readonly status: "success"; readonly data: D }
  | { readonly status: "failure"; readonly message?: unknown };

/** SX Bet also answers failures with a success status code. */
function refused(message: unknown): ProviderFailed {
  const cause = new Error(`failure: ${String(message).slice(0, 200)}`);
  return new ProviderFailed({ provider: SX_BET, reason: "refused", cause });
}
