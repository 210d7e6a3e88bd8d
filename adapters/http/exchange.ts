/**
 * One request on its way to its answer, and the making of that answer's response.
 *
 * @module
 */
import { type KeyHolder, type QuotaState } from "../../core/access/mod.ts";
import { type Answer, EncodedBody } from "./answer.ts";
import { type Family, type Refusal, refusalBody, statusOf } from "./refusal.ts";
import { type Hit } from "./rate_limit.ts";
import { type RouteMeter } from "./request_metrics.ts";
import { type ResponseHeaders } from "./response_headers.ts";

/** What the edge knows of a request, gathered as it goes. */
export interface Exchange {
  readonly request: Request;
  /** A HEAD request is answered as GET, without the body, unless the router sees to that. */
  readonly isHead: boolean;
  readonly path: string;
  readonly peerAddress: string | undefined;
  readonly family: Family;
  /** Whether every answer here says if a provider was asked. */
  readonly tellsCache: boolean;
  /** Whether no answer here takes asking one. */
  readonly asksNobody: boolean;
  /** Whether no cache may give the answer to anybody else. */
  readonly isPrivate: boolean;
  readonly meter: RouteMeter;
  readonly requestId: string;
  /** The service's clock. */
  readonly nowMs: number;
  /** The stopwatch, for measuring. */
  readonly startedMs: number;
  readonly headers: ResponseHeaders;
  hit: Hit | undefined;
  /** Whose key came with the request, once it is known. */
  holder: KeyHolder | undefined;
  quota: QuotaState | undefined;
}

/** The response of an answer. */
export function toResponse(exchange: Exchange, answer: Answer): Response {
  const response = bareResponse(exchange, answer);
  if (exchange.isPrivate) {
    response.headers.set("cache-control", "private, no-cache");
    response.headers.append("vary", "x-api-key, authorization");
  }
  return response;
}

function bareResponse(exchange: Exchange, answer: Answer): Response {
  const { body, status = 200 } = answer;
  const headers = exchange.headers.of(answer, exchange.requestId, exchange.quota);
  if (status === 204 || status === 304) return new Response(null, { status, headers });
  const data = body instanceof EncodedBody ? body.data : JSON.stringify(body);
  return exchange.isHead
    ? withoutBody(data, status, headers)
    : new Response(data, { status, headers });
}

/** A HEAD request is told how long the body of GET is. */
function withoutBody(data: string | Blob, status: number, headers: Headers): Response {
  const response = new Response(null, { status, headers });
  const bytes = typeof data === "string" ? Buffer.byteLength(data) : data.size;
  response.headers.set("content-length", String(bytes));
  return response;
}

/** The response of a refusal, in the family of its path. */
export function toRefusedResponse(exchange: Exchange, refusal: Refusal): Response {
  const { family, tellsCache, asksNobody } = exchange;
  const { retryAfterSec, headers } = refusal;
  const status = statusOf(refusal, family);
  return toResponse(exchange, {
    status,
    ...(tellsCache ? { isCached: refusal.isCached ?? (asksNobody || status < 500) } : {}),
    body: new EncodedBody(refusalBody(refusal, family)),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
    ...(headers === undefined ? {} : { headers }),
  });
}
