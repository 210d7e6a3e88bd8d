/**
 * Sends a request, and repeats it until the answer is certain or its deadline passes.
 *
 * @module
 */
import { type Batch, UNTOLD } from "./batch.ts";
import { ApiError, NoAnswer, type Refusal } from "./failure.ts";
import { sleep } from "./sleep.ts";
import { isText } from "./stream/parse_frame.ts";
import { clockMs, retryDelayMs } from "./stream/timing.ts";

/** How a client sends. */
export interface SendOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Reads the JSON text of an answer. Default: `JSON.parse`, which makes doubles of prices; pass
   * one that keeps numbers as text where every digit counts.
   */
  readonly parse?: (text: string) => unknown;
  /** How long one attempt may take, in milliseconds. Default: 25,000. */
  readonly attemptMs?: number;
  /** How long a request may take with all of its attempts, in milliseconds. Default: 60,000. */
  readonly deadlineMs?: number;
  /** How often a request is repeated at most. Default: as often as its deadline allows. */
  readonly repeatsMax?: number;
  /** The delay before the first repetition, in milliseconds; it doubles. Default: 200. */
  readonly firstRetryMs?: number;
}

/** A request as it is sent. */
export interface Request {
  /** Requests of one route share a pause. */
  readonly route: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly idempotencyKey: string | undefined;
  /** Whether an earlier call may have sent it: its caller named the key. */
  readonly isResumed: boolean;
  /** The orders of a batch, which has no key itself. */
  readonly batch: Batch | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The delay before the first repetition, in milliseconds. */
export const FIRST_RETRY_MS = 200;
/** The longest delay between attempts for which the service gives no time. */
const RETRY_MS_MAX = 5_000;
/** Answers that are kept for `If-None-Match`; the oldest goes first. */
const KEPT_MAX = 100;

/**
 * Returns a function that sends the requests of one client. It returns the answer, and throws
 * `ApiError`, `NoAnswer`, or the reason of the signal where no order may have been sent.
 */
export function makeSend(options: SendOptions): (request: Request) => Promise<unknown> {
  const {
    attemptMs = 25_000,
    deadlineMs = 60_000,
    repeatsMax = Infinity,
    firstRetryMs = FIRST_RETRY_MS,
    fetch = globalThis.fetch,
    parse = JSON.parse,
  } = options;
  /** Texts of answers that have an `ETag`, by address: a bot may change the answer it gets. */
  const kept = new Map<string, readonly [etag: string, text: string]>();
  /** Until when requests of a route are refused (429), and what was said. */
  const paused = new Map<string, readonly [untilMs: number, said: ApiError]>();

  async function attempt(request: Request, timeoutMs: number) {
    const { url, headers, batch, body, signal } = request;
    const [before, textBefore] = kept.get(url) ?? [];
    const response = await fetch(url, {
      // Its method and body; nothing else of it means anything to fetch.
      ...request,
      body: batch ? batch.body() : body,
      headers: { ...headers, ...(before && { "if-none-match": before }) },
      // A key must not follow to another place, and an order must not become a GET.
      redirect: "manual",
      // Node takes whole milliseconds only.
      signal: AbortSignal.any([AbortSignal.timeout(Math.ceil(timeoutMs)), signal ?? []].flat()),
    });
    const text = await response.text();
    if (response.status === 304 && textBefore) return { answer: parse(textBefore) };
    if (!response.ok) return refusalOf(response, text, request);
    const answer: unknown = parse(text);
    const etag = response.headers.get("etag");
    kept.delete(url);
    if (etag) kept.set(url, [etag, text]);
    const [oldest = ""] = kept.keys();
    if (kept.size > KEPT_MAX) kept.delete(oldest);
    return { answer };
  }

  return async (request) => {
    const { route, method, url, idempotencyKey, isResumed, batch, signal } = request;
    const endMs = clockMs() + deadlineMs;
    const isOrder = !!(idempotencyKey || batch);
    const repeats = isOrder || /GET|PUT/.test(method) ? repeatsMax : 0;
    /** Whether an attempt may have placed an order. */
    let isUncertain = isResumed;
    const giveUp = (failure: unknown) => {
      const results = batch?.results ?? [];
      if (results.length > 0) return { results };
      if (!isUncertain && (failure instanceof ApiError || signal?.aborted)) throw failure;
      throw new NoAnswer({
        request: `${method} ${url}`,
        idempotencyKey,
        idempotencyKeys: batch?.keys ?? [idempotencyKey ?? []].flat(),
        cause: failure,
      });
    };
    for (let failed = 0;; failed++) {
      const [untilMs = 0, said] = paused.get(route) ?? [];
      if (untilMs > clockMs()) {
        if (untilMs >= endMs) return giveUp(said);
        await sleep(untilMs - clockMs(), signal);
      }
      if (signal?.aborted) return giveUp(signal.reason);
      const leftMs = Math.max(1, endMs - clockMs());
      let waitMs = retryDelayMs(failed, { firstRetryMs, retryMsMax: RETRY_MS_MAX }, Math.random());
      let failure: unknown;
      let mayHelp = true;
      let mayBePlaced = true;
      try {
        const outcome = await attempt(request, Math.min(attemptMs, leftMs));
        if ("answer" in outcome) {
          if (!batch) return outcome.answer;
          if (!batch.take(outcome.answer, isUncertain)) return giveUp(undefined);
        } else {
          const { error, isFinal } = outcome;
          failure = error;
          mayHelp = mayBePlaced = outcome.mayHelp;
          waitMs = Math.max(waitMs, (error.retryAfterSec ?? 0) * 1000);
          if (error.status === 429) {
            paused.set(route, [clockMs() + waitMs, error]);
            mayBePlaced = false;
          }
          if (isFinal) isUncertain = false;
        }
      } catch (error) {
        failure = signal?.aborted ? signal.reason : error;
      }
      if (mayBePlaced) isUncertain = isOrder;
      if (failed >= repeats || !mayHelp || clockMs() + waitMs >= endMs) return giveUp(failure);
      await sleep(waitMs, signal);
    }
  };
}

/**
 * Returns what was refused, whether repeating the request may help, and whether the refusal says
 * for certain that no attempt placed the order.
 */
function refusalOf(
  { status, headers }: Response,
  text: string,
  { idempotencyKey, batch }: Request,
) {
  let refusal: Partial<Refusal> | undefined;
  try {
    refusal = JSON.parse(text);
  } catch {
    // Not an answer of the service: what stands between has pages of its own.
  }
  const retryAfter = headers.get("retry-after");
  // What stands between may write JSON too. All that the service says of orders has a code.
  const isOurs = isText(refusal?.error) && (!(idempotencyKey || batch) || isText(refusal.code));
  // What stands between may fail without knowing of the service's rules, or of its sentences.
  const mayHelp = !!retryAfter || status === 500 || status > 500 && !isOurs;
  // A key is refused before anybody looks for its order; other trouble may come before that too.
  const isFinal = !mayHelp && (headers.get("idempotent-replayed") ||
    isOurs && status < 500 && !headers.get("www-authenticate") && !UNTOLD.test(refusal?.reason!));
  const error = new ApiError({
    error: `Answered with ${status}`,
    ...(isOurs && refusal),
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSec: retryAfter ? +retryAfter || 0 : undefined,
  });
  return { error, mayHelp, isFinal };
}
