/**
 * Builds the headers of an answer as cheaply as possible.
 *
 * `new Response` copies the headers it receives, and copying a `Headers` is several times faster
 * than copying an object. The common answer (limited, cached or not, without headers of its own)
 * therefore fills one `Headers` that is reused, within one turn of the event loop.
 *
 * @module
 */
import { type QuotaState } from "../../../core/access/mod.ts";
import { type Answer, EncodedBody, JSON_TYPE } from "./answer.ts";
import { EXPOSED_HEADERS } from "./cors.ts";

/** Builds the headers of every answer of one server. */
export class ResponseHeaders {
  readonly #base: Headers;
  readonly #reused: Headers;
  /** The current values of the reused headers, so that only differences are written. */
  readonly #written = { limit: 0, resetSec: 0, isCached: false };

  /** `isSandbox` marks every answer. */
  constructor(isSandbox: boolean) {
    this.#base = new Headers({
      "content-type": JSON_TYPE,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": EXPOSED_HEADERS,
      ...(isSandbox ? { "x-sandbox": "true" } : {}),
    });
    this.#reused = new Headers(this.#base);
    this.#reused.set("x-cache", "MISS");
  }

  /** Returns the headers of an answer. Use them immediately: the next call may change them. */
  of(answer: Answer, requestId: string, quota: QuotaState | undefined): Headers {
    const { isCached, status, headers, retryAfterSec, body } = answer;
    const isUsual = quota !== undefined && isCached !== undefined && status === undefined &&
      headers === undefined && retryAfterSec === undefined && typeOf(body) === JSON_TYPE;
    return isUsual
      ? this.#usual(requestId, quota, isCached)
      : this.#unusual(answer, requestId, quota);
  }

  #usual(requestId: string, quota: QuotaState, isCached: boolean): Headers {
    const headers = this.#reused;
    const written = this.#written;
    headers.set("x-request-id", requestId);
    headers.set("x-ratelimit-remaining", String(quota.remaining));
    if (written.limit !== quota.limit) {
      headers.set("x-ratelimit-limit", String(quota.limit));
      written.limit = quota.limit;
    }
    if (written.resetSec !== quota.resetSec) {
      headers.set("x-ratelimit-reset", String(quota.resetSec));
      written.resetSec = quota.resetSec;
    }
    if (written.isCached !== isCached) {
      headers.set("x-cache", isCached ? "HIT" : "MISS");
      written.isCached = isCached;
    }
    return headers;
  }

  #unusual(answer: Answer, requestId: string, quota: QuotaState | undefined): Headers {
    const { isCached, status, retryAfterSec, body } = answer;
    const headers = new Headers(this.#base);
    headers.set("x-request-id", requestId);
    if (quota !== undefined) {
      headers.set("x-ratelimit-limit", String(quota.limit));
      headers.set("x-ratelimit-remaining", String(quota.remaining));
      headers.set("x-ratelimit-reset", String(quota.resetSec));
    }
    if (isCached !== undefined) headers.set("x-cache", isCached ? "HIT" : "MISS");
    if (retryAfterSec !== undefined) headers.set("retry-after", String(retryAfterSec));
    if (status === 204 || status === 304) headers.delete("content-type");
    else headers.set("content-type", typeOf(body));
    for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value);
    return headers;
  }
}

function typeOf(body: unknown): string {
  return body instanceof EncodedBody ? body.type : JSON_TYPE;
}
