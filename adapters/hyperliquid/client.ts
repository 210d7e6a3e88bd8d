/**
 * The secondary venue's read interface: POST to `/info`, whose body names the query.
 *
 * @module
 */
import { Clock, Effect, Schedule } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import { makeDecodeAnswer, makeHttpPost, withinDeadline } from "../outbound/mod.ts";
import { AllMids, OutcomeMeta } from "./payload.ts";
import { failureOf, HYPERLIQUID } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 5_000;
const RETRIES_MAX = 2;
/** The time limit including retries. */
const ANSWER_TIMEOUT_MS = 12_000;
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
  let pausedUntilMs = 0;

  const attempt = Effect.fn("hyperliquid.info")(function* (type: string) {
    const nowMs = yield* Clock.currentTimeMillis;
    if (nowMs < pausedUntilMs) return yield* paused(pausedUntilMs - nowMs);
    const body = JSON.stringify({ type });
    const answer = yield* httpPost(`${url}/info`, { headers: HEADERS, body });
    const failure = failureOf(answer);
    if (failure === undefined) return answer;
    if (failure.retryAfterSec !== undefined) pausedUntilMs = nowMs + failure.retryAfterSec * 1000;
    return yield* failure;
  });

  /** Reads change nothing, so a lost one may be repeated. */
  const info = (type: string) =>
    attempt(type).pipe(Effect.retry({
      schedule: Schedule.exponential("200 millis").pipe(Schedule.jittered),
      times: RETRIES_MAX,
      while: ({ reason }) => reason === "unreachable" || reason === "timeout",
    }));

  const deadline = { provider: HYPERLIQUID, timeoutMs: ANSWER_TIMEOUT_MS };
  return {
    outcomeMeta: withinDeadline(Effect.flatMap(info("outcomeMeta"), decodeMeta), deadline),
    allMids: withinDeadline(Effect.flatMap(info("allMids"), decodeMids), deadline),
  } satisfies HyperliquidClient;
});

/** Returns the failure of a call that is not sent. */
function paused(waitMs: number): ProviderFailed {
  return new ProviderFailed({
    provider: HYPERLIQUID,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error("the venue asked us to wait"),
  });
}
