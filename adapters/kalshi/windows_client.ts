/**
 * A client for Kalshi's public markets of 15 minutes, with pacing, retries and paging.
 *
 * @module
 */
import { Effect, Result, Schema } from "effect";
import { JsonNumber, parseExactJson } from "../../core/json/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type HttpAnswer, makeProviderGet } from "../outbound/mod.ts";
import type { KalshiOptions } from "./client.ts";
import { failureOf, KALSHI, unreadable } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 8_000;
const RETRIES = { max: 2, firstMs: 200 };
/** Waits if the provider asks for a pause; fails if it is longer. */
const PAUSE = { secMax: 5, isAwaited: true };
/** Beside the reader of games, which takes half of what a client without an account may ask. */
const CALLS_PER_SEC = 5;
/** Kalshi refuses more. */
const PAGE_MARKETS = 1_000;
/** Tickers in one call: its address stays below 3,000 characters. */
const TICKERS_MAX = 100;
/** A series has 96 markets a day. */
const PAGES_MAX = 20;
const BASE_PATH = "/trade-api/v2";
/** Of the exchange's parts the one that trades these markets. */
const CRYPTO_INDEX = "2";

/** One page of markets. An empty cursor marks the last page. */
const MarketsPage = Schema.Struct({
  markets: Schema.NullOr(Schema.Array(Schema.Unknown)),
  cursor: Schema.optional(Schema.NullOr(Schema.String)),
});

const Cutoff = Schema.Struct({ market_settled_ts: Schema.String });

const Status = Schema.Struct({
  trading_active: Schema.Boolean,
  exchange_index_statuses: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({
    exchange_index: Schema.Unknown,
    trading_active: Schema.Boolean,
  })))),
});

/** The client, with one method per endpoint. Rows are not decoded; their numbers are exact. */
export interface KalshiWindowsClient {
  /** Markets of a series, of any status, that close in `[fromSec, toSec]`; recent ones alone. */
  readonly closing: (
    query: { readonly series: string; readonly fromSec: number; readonly toSec: number },
  ) => Effect.Effect<ReadonlyArray<unknown>, ProviderFailed>;
  /** Markets by ticker, as many as there are. `archived`: those settled before the cutoff. */
  readonly byTicker: (
    tickers: ReadonlyArray<string>,
    where: "recent" | "archived",
  ) => Effect.Effect<ReadonlyArray<unknown>, ProviderFailed>;
  /** Markets that were settled before this instant, unix seconds, are in the archive. */
  readonly cutoffSec: Effect.Effect<number, ProviderFailed>;
  /** Whether these markets are traded now. */
  readonly isTrading: Effect.Effect<boolean, ProviderFailed>;
}

/** Makes the client. Make one per process: it keeps the pace. */
export const makeKalshiWindowsClient = Effect.fnUntraced(function* (
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
  const ask = <T>(path: string, decode: (answer: HttpAnswer) => Result.Result<T, ProviderFailed>) =>
    Effect.flatMap(
      get({ path: `${BASE_PATH}${path}` }),
      (answer) => Effect.fromResult(decode(answer)),
    );

  /** Follows the cursors to the end; fails where that is not reached. */
  const pages = Effect.fnUntraced(function* (path: string, filters: Record<string, string>) {
    const rows: Array<unknown> = [];
    const cursors = new Set<string>();
    for (let cursor = ""; !cursors.has(cursor) && cursors.size < PAGES_MAX;) {
      cursors.add(cursor);
      const query = new URLSearchParams({ ...filters, limit: String(PAGE_MARKETS) });
      if (cursor !== "") query.set("cursor", cursor);
      const page = yield* ask(`${path}?${query}`, decodePage);
      rows.push(...page.markets ?? []);
      cursor = page.cursor ?? "";
      if (cursor === "") return rows;
    }
    return yield* unreadable(`the list of ${path} does not end`);
  });

  const client: KalshiWindowsClient = {
    closing: ({ series, fromSec, toSec }) =>
      pages("/markets", {
        series_ticker: series,
        // Whether the bounds themselves belong to it is not documented.
        min_close_ts: String(fromSec - 1),
        max_close_ts: String(toSec + 1),
      }),
    byTicker: Effect.fnUntraced(function* (tickers, where) {
      const path = where === "recent" ? "/markets" : "/historical/markets";
      const rows: Array<unknown> = [];
      for (let at = 0; at < tickers.length; at += TICKERS_MAX) {
        const some = tickers.slice(at, at + TICKERS_MAX);
        rows.push(...yield* pages(path, { tickers: some.join(",") }));
      }
      return rows;
    }),
    cutoffSec: ask("/historical/cutoff", decodeCutoff),
    isTrading: Effect.map(ask("/exchange/status", decodeStatus), (status) => {
      const own = status.exchange_index_statuses?.find(({ exchange_index: index }) =>
        index instanceof JsonNumber && index.text === CRYPTO_INDEX
      );
      return own?.trading_active ?? status.trading_active;
    }),
  };
  return client;
});

function makeExactDecode<T>(schema: Schema.Decoder<T>) {
  const decode = Schema.decodeUnknownResult(schema);
  return ({ text }: HttpAnswer): Result.Result<T, ProviderFailed> =>
    Result.try({ try: () => parseExactJson(text), catch: () => "it is not JSON" }).pipe(
      Result.flatMap(decode),
      Result.mapError((why) => unreadable(`${why}`)),
    );
}

const decodePage = makeExactDecode(MarketsPage);
const decodeStatus = makeExactDecode(Status);
const decodeCutoff = (answer: HttpAnswer): Result.Result<number, ProviderFailed> =>
  Result.flatMap(makeExactDecode(Cutoff)(answer), ({ market_settled_ts: text }) => {
    const ms = Date.parse(text);
    return Number.isNaN(ms)
      ? Result.fail(unreadable(`the archive ends at "${text}"`))
      : Result.succeed(Math.floor(ms / 1000));
  });
