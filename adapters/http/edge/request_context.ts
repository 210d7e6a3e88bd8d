/**
 * The state of one request, and the response built from its answer.
 *
 * @module
 */
import { type KeyHolder, type QuotaHit, type QuotaState } from "../../../core/access/mod.ts";
import { type Answer, EncodedBody } from "./answer/answer.ts";
import type { OwnCommand } from "./answer/hint.ts";
import { type Family, type Refusal, refusalBody, statusOf } from "./answer/refusal.ts";
import { type RouteMeter } from "./request_metrics.ts";
import { type RequestSpan } from "./request_trace.ts";
import { type ResponseHeaders } from "./answer/response_headers.ts";
import { type Audience, type PeerAddress } from "./edge_path.ts";

/** What the pipeline knows about a request, filled in step by step. */
export interface RequestContext {
  readonly request: Request;
  /** True for HEAD: answered as GET without the body, unless the router removes the body. */
  readonly isHead: boolean;
  /** The address of the socket's peer, whatever headers say. */
  readonly peerAddress: PeerAddress;
  readonly family: Family;
  /** Whether every answer has an `X-Cache` header. */
  readonly tellsCache: boolean;
  /** Whether a refusal says why in one word: the route takes orders. */
  readonly tellsReason: boolean;
  /** Whether no answer requires asking a provider. */
  readonly needsNoProvider: boolean;
  readonly audience: Audience;
  /** Whether answers may be compressed. */
  readonly isCompressed: boolean;
  readonly meter: RouteMeter;
  /** The request's span; undefined without tracing. */
  readonly span: RequestSpan | undefined;
  /** The size of the body that the request announces. Read once: each reading is a look-up. */
  readonly contentLength: string | null;
  readonly requestId: string;
  /** When the request arrived, in unix milliseconds on the service's clock. */
  readonly nowMs: number;
  /** The stopwatch when the request arrived, in milliseconds. */
  readonly startedMs: number;
  readonly headers: ResponseHeaders;
  /** Writes the operator's commands in hints. */
  readonly ownCommand: OwnCommand;
  hit: QuotaHit | undefined;
  /** The holder of the request's key, once it is known. */
  holder: KeyHolder | undefined;
  quota: QuotaState | undefined;
  /** The admission that a synchronous hook could not wait for. */
  pending?: Promise<Refusal | undefined> | undefined;
}

/** Builds the response of an answer. */
export function toResponse(context: RequestContext, answer: Answer): Response {
  const { body, status = 200 } = answer;
  const headers = context.headers.of(answer, context);
  if (status === 204 || status === 304) return new Response(null, { status, headers });
  const data = body instanceof EncodedBody ? body.data : JSON.stringify(body);
  return context.isHead
    ? withoutBody(data, status, headers)
    : new Response(data, { status, headers });
}

/** A response without a body, with the `Content-Length` that GET would have. */
function withoutBody(data: EncodedBody["data"], status: number, headers: Headers): Response {
  const response = new Response(null, { status, headers });
  const bytes = data instanceof Blob ? data.size : Buffer.byteLength(data);
  response.headers.set("content-length", String(bytes));
  return response;
}

/** Builds the response of a refusal, in the error family of its path. */
export function toRefusedResponse(context: RequestContext, refusal: Refusal): Response {
  const { family, tellsCache, needsNoProvider } = context;
  const { retryAfterSec, headers } = refusal;
  const status = statusOf(refusal, family);
  return toResponse(context, {
    status,
    ...(tellsCache ? { isCached: refusal.isCached ?? (needsNoProvider || status < 500) } : {}),
    body: new EncodedBody(refusalBody(withReason(refusal, context), context)),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
    ...(headers === undefined ? {} : { headers }),
  });
}

/** Failures that are not those of an order alone have no reason of their own. */
export function withReason(
  refusal: Refusal,
  { tellsReason }: Pick<RequestContext, "tellsReason">,
): Refusal {
  if (!tellsReason || refusal.reason !== undefined) return refusal;
  if (refusal.status === 400) return { ...refusal, reason: "invalid" };
  return refusal.status >= 500 ? { ...refusal, reason: "unavailable" } : refusal;
}
