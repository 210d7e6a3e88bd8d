/**
 * The secondary venue's read interface: POST to `/info`, whose body names the query.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { makeDecodeAnswer, makeHttpPost, makeProviderClient, shareCalls } from "../outbound/mod.ts";
import { AllMids, OutcomeMeta } from "./payload.ts";
import { failureOf, HYPERLIQUID } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 5_000;
/** Reads change nothing, so a lost one may be repeated. */
const RETRIES = { max: 2, firstMs: 200 };
/** The time limit including retries. */
const ANSWER_TIMEOUT_MS = 12_000;
/** As long as an answer counts as current. */
const SHARED_MS = 2_000;
const HEADERS = { "content-type": "application/json" };

/** The venue's URL, without a trailing slash. */
export interface HyperliquidOptions {
  readonly url: string;
}

/** One method per query. */
export interface HyperliquidClient {
  /** Returns every live outcome and question, undecoded. */
  readonly outcomeMeta: Effect.Effect<typeof OutcomeMeta.Type, ProviderFailed>;
  /** Returns the middle price of every coin, undecoded. */
  readonly allMids: Effect.Effect<typeof AllMids.Type, ProviderFailed>;
}

/** Creates the client. Create one per process: it remembers for how long the venue refuses us. */
export const makeHyperliquidClient = Effect.fnUntraced(function* ({ url }: HyperliquidOptions) {
  const httpPost = yield* makeHttpPost({ provider: HYPERLIQUID, timeoutMs: CALL_TIMEOUT_MS });
  const decodeMeta = makeDecodeAnswer(HYPERLIQUID, OutcomeMeta);
  const decodeMids = makeDecodeAnswer(HYPERLIQUID, AllMids);
  const info = shareCalls(
    makeProviderClient({
      provider: HYPERLIQUID,
      span: "hyperliquid.info",
      hosts: url,
      send: (origin, { path, type }: InfoCall) =>
        httpPost(origin + path, { headers: HEADERS, body: JSON.stringify({ type }) }),
      failureOf,
      limits: { pause: { secMax: Infinity, isAwaited: false } },
      retries: RETRIES,
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
    }),
    { provider: HYPERLIQUID, lifeMs: SHARED_MS, detailOf: ({ type }) => type },
  );
  const path = "/info";
  return {
    outcomeMeta: Effect.flatMap(info({ path, type: "outcomeMeta" }), decodeMeta),
    allMids: Effect.flatMap(info({ path, type: "allMids" }), decodeMids),
  } satisfies HyperliquidClient;
});

interface InfoCall {
  readonly path: string;
  readonly type: string;
}
