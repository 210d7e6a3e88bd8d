/**
 * The oracle's REST interface: signed, paced and retried as its documentation requires.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import {
  type HttpAnswer,
  makeDecodeAnswer,
  makeHttpGet,
  makePacer,
  type Pacer,
  retryAfterSec,
} from "../outbound/mod.ts";
import { authHeaders, type Credentials } from "./auth.ts";
import { DiscoveredFeeds, ReportList, type ReportPayload, SingleReport } from "./payload.ts";
import { isTransient, ORACLE, usableAnswer } from "./http_failure.ts";

/** Slightly over a second, because clocks and networks jitter. */
const PACE_MS = 1_050;
const CALL_TIMEOUT_MS = 3_500;
const RETRIES_MAX = 2;

/** The oracle's URL and our credentials. `url` has no trailing slash. */
export interface ChainlinkOptions {
  readonly url: string;
  readonly credentials: Credentials;
  /** Calls per second and endpoint; the provider allows one account 10 in total. */
  readonly callsPerSec: number;
}

/** One method per endpoint. Times are unix seconds. */
export interface ChainlinkClient {
  /** Returns the newest report of a feed. */
  readonly latest: (feedId: string) => Effect.Effect<Option.Option<ReportPayload>, ProviderFailed>;
  /** Returns the report whose time includes the second; none if the oracle has none. */
  readonly reportAt: (
    feedId: string,
    atSec: number,
  ) => Effect.Effect<Option.Option<ReportPayload>, ProviderFailed>;
  /** Same for many feeds in one call; feeds without a report are absent, in any order. */
  readonly reportsAt: (
    feedIds: ReadonlyArray<string>,
    atSec: number,
  ) => Effect.Effect<ReadonlyArray<ReportPayload>, ProviderFailed>;
  /** Returns reports from the second on, oldest first, at most `limit`. */
  readonly reportsFrom: (
    feedId: string,
    query: { readonly startSec: number; readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<ReportPayload>, ProviderFailed>;
  /** Returns the feeds of one asset against the dollar. */
  readonly discover: (
    asset: string,
  ) => Effect.Effect<(typeof DiscoveredFeeds.Type)["feeds"], ProviderFailed>;
}

/** Creates the client; each endpoint has its own pace. */
export const makeChainlinkClient = Effect.fnUntraced(function* (options: ChainlinkOptions) {
  const httpGet = yield* makeHttpGet({ provider: ORACLE, timeoutMs: CALL_TIMEOUT_MS });
  const pacers = new Map<string, Pacer>();
  const pacerOf = (path: string) => {
    const known = pacers.get(path) ?? makePacer({ calls: options.callsPerSec, perMs: PACE_MS });
    pacers.set(path, known);
    return known;
  };

  const attempt = Effect.fn("chainlink.get")(function* (path: string, query: string) {
    const pacer = pacerOf(path);
    yield* pacer.take();
    const timestampMs = Math.floor(yield* Clock.currentTimeMillis);
    const pathWithQuery = query === "" ? path : `${path}?${query}`;
    const request = { method: "GET", pathWithQuery, body: "", timestampMs } as const;
    const answer = yield* httpGet(
      options.url + pathWithQuery,
      authHeaders(request, options.credentials),
    );
    if (answer.status === 429) {
      const waitSec = retryAfterSec(answer.headers, 1);
      yield* pacer.pauseUntil(timestampMs + waitSec * 1000);
    }
    return yield* Effect.fromResult(usableAnswer(answer));
  });

  /** Retries only failures that may pass by themselves; a 400 or 401 never does. */
  const get = (path: string, query: string) =>
    attempt(path, query).pipe(
      Effect.retry({
        schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
        times: RETRIES_MAX,
        while: isTransient,
      }),
    );

  const decodeSingle = makeDecodeAnswer(ORACLE, SingleReport);
  const decodeList = makeDecodeAnswer(ORACLE, ReportList);
  const decodeFeeds = makeDecodeAnswer(ORACLE, DiscoveredFeeds);
  const single = (answer: HttpAnswer) =>
    answer.status === 404
      ? Effect.succeed(Option.none<ReportPayload>())
      : Effect.map(decodeSingle(answer), ({ report }) => Option.some(report));
  const list = (answer: HttpAnswer) =>
    answer.status === 404
      ? Effect.succeed([])
      : Effect.map(decodeList(answer), ({ reports }) => reports);

  return {
    latest: (feedId) => Effect.flatMap(get("/api/v1/reports/latest", `feedID=${feedId}`), single),
    reportAt: (feedId, atSec) =>
      Effect.flatMap(get("/api/v1/reports", `feedID=${feedId}&timestamp=${atSec}`), single),
    reportsAt: (feedIds, atSec) => {
      const query = `feedIDs=${feedIds.join(",")}&timestamp=${atSec}`;
      return Effect.flatMap(get("/api/v1/reports/bulk", query), list);
    },
    reportsFrom: (feedId, { startSec, limit }) => {
      const query = `feedID=${feedId}&startTimestamp=${startSec}&limit=${limit}`;
      return Effect.flatMap(get("/api/v1/reports/page", query), list);
    },
    discover: (asset) => {
      const query = `base_asset=${encodeURIComponent(asset)}&quote_asset=USD`;
      return Effect.flatMap(
        get("/api/v1/discovery", query),
        (answer) => Effect.map(decodeFeeds(answer), ({ feeds }) => feeds),
      );
    },
  } satisfies ChainlinkClient;
});
