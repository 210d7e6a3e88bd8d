/**
 * One request on its way to its answer, and the making of that answer's response.
 *
 * @module
 */
import { type QuotaState } from "../../core/access/mod.ts";
import { type Answer, EncodedBody } from "./answer.ts";
import { type Family, type Refusal, refusalBody, statusOf } from "./refusal.ts";
import { type Hit } from "./rate_limit.ts";
import { type RouteMeter } from "./request_metrics.ts";
import { type ResponseHeaders } from "./response_headers.ts";

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
  readonly headers: ResponseHeaders;
  hit: Hit | undefined;
  quota: QuotaState | undefined;
}

/** The response of an answer. */
export function toResponse(exchange: Exchange, answer: Answer): Response {
  const { body, status = 200 } = answer;
  const headers = exchange.headers.of(answer, exchange.requestId, exchange.quota);
  const data = exchange.isHead || status === 204 || status === 304
    ? null
    : body instanceof EncodedBody
    ? body.data
    : JSON.stringify(body);
  return new Response(data, { status, headers });
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
