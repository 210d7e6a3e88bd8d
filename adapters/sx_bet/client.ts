/**
 * The public reads of SX Bet: at a pace, and asked again where that may help.
 *
 * @module
 */
import { Effect, type Schema } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import { makeDecodeAnswer, makePacedGet } from "../outbound/mod.ts";
import { LeaguesAnswer, MarketsAnswer, type SxLeague } from "./payload.ts";
import { failureOf, SX_BET } from "./status.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES_MAX = 3;
/** Asked for a longer pause, we give up for this time. */
const PAUSE_SEC_MAX = 60;
/** It allows 500 in a minute to all that share an address. */
const CALLS_PER_SEC = 5;
/** The most markets it gives on a page. */
const PAGE_MARKETS = 100;

/** Where it is. `url` has no slash at its end. */
export interface SxBetOptions {
  readonly url: string;
  /** How many calls may begin in a second of the service's clock. Default: 5. */
  readonly callsPerSec?: number;
}

/** Markets of one page, and where the next one begins. */
export interface MarketsPage {
  readonly markets: ReadonlyArray<unknown>;
  /** Undefined on the last page. */
  readonly nextKey: string | undefined;
}

/** One method an endpoint. */
export interface SxBetClient {
  /** All leagues of a sport, active or not. */
  readonly leagues: (sportId: number) => Effect.Effect<ReadonlyArray<SxLeague>, ProviderFailed>;
  /** Markets that are not settled. */
  readonly markets: (query: {
    readonly leagueId: number;
    readonly paginationKey: string | undefined;
  }) => Effect.Effect<MarketsPage, ProviderFailed>;
}

/** Makes the client. One a process: it is what knows the pace. */
export const makeSxBetClient = Effect.fnUntraced(function* (options: SxBetOptions) {
  const get = yield* makePacedGet({
    provider: SX_BET,
    callsPerSec: options.callsPerSec ?? CALLS_PER_SEC,
    timeoutMs: CALL_TIMEOUT_MS,
    retriesMax: RETRIES_MAX,
    pauseSecMax: PAUSE_SEC_MAX,
    failureOf,
  });

  /** Gives what the envelope holds. */
  const ask = <D>(path: string, schema: Schema.Decoder<Envelope<D>>) =>
    get(options.url + path).pipe(
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

/** It answers failures with a status that says success as well. */
function refused(message: unknown): ProviderFailed {
  const cause = new Error(`failure: ${String(message).slice(0, 200)}`);
  return new ProviderFailed({ provider: SX_BET, reason: "refused", cause });
}
