/**
 * One request on its way to its answer, and the making of that answer's response.
 *
 * The headers of an answer are gathered in one object and the response is built once: this is the
 * cost that every request pays.
 *
 * @module
 */
import { type QuotaState } from "../../core/access/mod.ts";
import { type Answer, EncodedBody, JSON_TYPE } from "./answer.ts";
import { EXPOSED_HEADERS } from "./cors.ts";
import { type Family, type Refusal, refusalBody, statusOf } from "./refusal.ts";
import { type Hit } from "./rate_limit.ts";
import { type RouteMeter } from "./request_metrics.ts";

/** What the edge knows of a request, gathered as it goes. */
export interface Exchange {
  readonly request: Request;
  /** A HEAD request is answered as GET, without the body. */
  readonly isHead: boolean;
  readonly path: string;
  readonly peerAddress: string | undefined;
  readonly family: Family;
  readonly meter: RouteMeter;
  readonly requestId: string;
  /** The service's clock. */
  readonly nowMs: number;
  /** The stopwatch, for measuring. */
  readonly startedMs: number;
  /** The headers that every answer of this server has. Copied, never changed. */
  readonly baseHeaders: Headers;
  hit: Hit | undefined;
  quota: QuotaState | undefined;
}

/** The headers of every answer, before anything is known of the request. */
export function makeBaseHeaders(isSandbox: boolean): Headers {
  return new Headers({
    "content-type": JSON_TYPE,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED_HEADERS,
    ...(isSandbox ? { "x-sandbox": "true" } : {}),
  });
}

/** The response of an answer. */
export function toResponse(exchange: Exchange, answer: Answer): Response {
  const { body, status = 200 } = answer;
  // A copy with a few fields set is made in half the time of one from an object with all of them.
  const headers = new Headers(exchange.baseHeaders);
  headers.set("x-request-id", exchange.requestId);
  if (exchange.quota !== undefined) setQuota(headers, exchange.quota);
  if (answer.isCached !== undefined) headers.set("x-cache", answer.isCached ? "HIT" : "MISS");
  if (answer.retryAfterSec !== undefined) headers.set("retry-after", String(answer.retryAfterSec));
  const isEncoded = body instanceof EncodedBody;
  if (isEncoded && body.type !== JSON_TYPE) headers.set("content-type", body.type);
  if (answer.headers !== undefined) {
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
  }
  if (status === 204 || status === 304) {
    headers.delete("content-type");
    return new Response(null, { status, headers });
  }
  const data = exchange.isHead ? null : isEncoded ? body.data : JSON.stringify(body);
  return new Response(data, { status, headers });
}

function setQuota(headers: Headers, { limit, remaining, resetSec }: QuotaState): void {
  headers.set("x-ratelimit-limit", String(limit));
  headers.set("x-ratelimit-remaining", String(remaining));
  headers.set("x-ratelimit-reset", String(resetSec));
}

/** The response of a refusal, in the family of its path. */
export function toRefusedResponse(exchange: Exchange, refusal: Refusal): Response {
  const { family } = exchange;
  const { retryAfterSec, headers } = refusal;
  return toResponse(exchange, {
    status: statusOf(refusal, family),
    body: new EncodedBody(refusalBody(refusal, family)),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
    ...(headers === undefined ? {} : { headers }),
  });
}
