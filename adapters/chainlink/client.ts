/**
 * The oracle's REST interface: signed, paced and retried as its documentation requires.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import {
  type CallLimits,
  type HttpAnswer,
  makeCallLimits,
  makeDecodeAnswer,
  makeHttpGet,
  makeProviderClient,
  shareCalls,
} from "../outbound/mod.ts";
import { authHeaders, type Credentials } from "./auth.ts";
import { DiscoveredFeeds, ReportList, type ReportPayload, SingleReport } from "./payload.ts";
import { failureOf, ORACLE, withoutReport } from "./http_failure.ts";

/** Slightly over a second, because clocks and networks jitter. */
const PACE_MS = 1_050;
const CALL_TIMEOUT_MS = 3_500;
const RETRIES = { max: 2, firstMs: 150 };
/** A report that was not there yet may be there as soon. */
const SHARED_MS = 250;

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
  const pace = { calls: options.callsPerSec, perMs: PACE_MS };
  const limits = new Map<string, CallLimits>();
  const makeLimits = (endpoint: string) =>
    makeCallLimits(ORACLE, {
      pace: { ...pace, name: `${ORACLE} ${endpoint}` },
      pause: { secMax: Infinity, isAwaited: true },
    });

  /** Each attempt is signed with its own time. */
  const send = Effect.fnUntraced(function* (origin: string, { path }: OracleCall) {
    const timestampMs = Math.floor(yield* Clock.currentTimeMillis);
    const request = { method: "GET", pathWithQuery: path, body: "", timestampMs } as const;
    return withoutReport(yield* httpGet(origin + path, authHeaders(request, options.credentials)));
  });

  const client = shareCalls(
    makeProviderClient({
      provider: ORACLE,
      span: "chainlink.get",
      hosts: options.url,
      send,
      failureOf,
      limits: ({ endpoint }) => limits.getOrInsertComputed(endpoint, makeLimits),
      retries: RETRIES,
    }),
    {
      provider: ORACLE,
      lifeMs: SHARED_MS,
      // A signed report of a second stays what it is; the latest one does not.
      isLasting: ({ endpoint }, { status }) => endpoint === "/api/v1/reports" && status === 200,
    },
  );
  const get = (endpoint: string, query: string) =>
    client({ endpoint, path: `${endpoint}?${query}` });

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

interface OracleCall {
  readonly endpoint: string;
  readonly path: string;
}
