/**
 * The headers of an answer, made as cheaply as they can be.
 *
 * `new Response` copies the headers it is given, and copying from a `Headers` is several times
 * faster than from an object. So the usual answer (limited, cached or not, with nothing of its own
 * to say) fills in one sheet that is used again and again, within one turn of the event loop.
 *
 * @module
 */
import { type QuotaState } from "../../core/access/mod.ts";
import { type Answer, EncodedBody, JSON_TYPE } from "./answer.ts";
import { EXPOSED_HEADERS } from "./cors.ts";

/** Makes the headers of every answer of one server. */
export class ResponseHeaders {
  readonly #base: Headers;
  readonly #sheet: Headers;
  /** What the sheet says now, so that only what differs is written. */
  readonly #written = { limit: 0, resetSec: 0, isCached: false };

  /** `isSandbox` marks every answer. */
  constructor(isSandbox: boolean) {
    this.#base = new Headers({
      "content-type": JSON_TYPE,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": EXPOSED_HEADERS,
      ...(isSandbox ? { "x-sandbox": "true" } : {}),
    });
    this.#sheet = new Headers(this.#base);
    this.#sheet.set("x-cache", "MISS");
  }

  /** The headers of an answer. Use them at once: the next call may change them. */
  of(answer: Answer, requestId: string, quota: QuotaState | undefined): Headers {
    const { isCached, status, headers, retryAfterSec, body } = answer;
    const isUsual = quota !== undefined && isCached !== undefined && status === undefined &&
      headers === undefined && retryAfterSec === undefined && typeOf(body) === JSON_TYPE;
    return isUsual
      ? this.#usual(requestId, quota, isCached)
      : this.#unusual(answer, requestId, quota);
  }

  #usual(requestId: string, quota: QuotaState, isCached: boolean): Headers {
    const sheet = this.#sheet;
    const written = this.#written;
    sheet.set("x-request-id", requestId);
    sheet.set("x-ratelimit-remaining", String(quota.remaining));
    if (written.limit !== quota.limit) {
      sheet.set("x-ratelimit-limit", String(quota.limit));
      written.limit = quota.limit;
    }
    if (written.resetSec !== quota.resetSec) {
      sheet.set("x-ratelimit-reset", String(quota.resetSec));
      written.resetSec = quota.resetSec;
    }
    if (written.isCached !== isCached) {
      sheet.set("x-cache", isCached ? "HIT" : "MISS");
      written.isCached = isCached;
    }
    return sheet;
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
