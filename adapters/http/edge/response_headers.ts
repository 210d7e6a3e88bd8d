/**
 * Builds the headers of an answer as cheaply as possible.
 *
 * `new Response` copies the headers it receives, and copying a `Headers` is several times faster
 * than copying an object. What never changes is therefore prepared once for each audience, and the
 * common answers (limited, cached or not, with a tag or without, and 304) each fill one `Headers`
 * that is reused, within one turn of the event loop.
 *
 * @module
 */
import { type QuotaState } from "../../../core/access/mod.ts";
import { type Answer, EncodedBody, JSON_TYPE } from "./answer.ts";
import { EXPOSED_HEADERS } from "./cors.ts";
import { type Audience } from "./route.ts";

/** The service's choices that every answer shows. */
export interface ResponseHeadersOptions {
  /** Marks every answer. */
  readonly isSandbox: boolean;
  /** Tells browsers to come with TLS alone. */
  readonly hasTlsInFront: boolean;
}

/** One year, and this host alone: others of its domain may have no TLS. */
const STRICT_TRANSPORT = "max-age=31536000";

/** An answer with a tag may be kept by its caller, who asks each time whether it still holds. */
const KEPT_BY_CALLER = "private, no-cache";

/** What only some callers may see depends on these headers of theirs. */
const PRIVATE = { "cache-control": "no-store", "vary": "x-api-key, authorization" };

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
};

/** What answers have by whom they are for. */
const BY_AUDIENCE: Readonly<Record<Audience, Readonly<Record<string, string>>>> = {
  public: CORS,
  keyed: { ...CORS, ...PRIVATE },
  same_origin: PRIVATE,
};

/** What an answer is built for. */
export interface AnswerContext {
  readonly audience: Audience;
  readonly requestId: string;
  readonly quota: QuotaState | undefined;
}

/** Builds the headers of every answer of one server. */
export class ResponseHeaders {
  readonly #sheets: Readonly<Record<Audience, HeaderSheet>>;

  constructor({ isSandbox, hasTlsInFront }: ResponseHeadersOptions) {
    const sheetOf = (audience: Audience) =>
      new HeaderSheet({
        "content-type": JSON_TYPE,
        "x-content-type-options": "nosniff",
        ...BY_AUDIENCE[audience],
        ...(hasTlsInFront ? { "strict-transport-security": STRICT_TRANSPORT } : {}),
        ...(isSandbox ? { "x-sandbox": "true" } : {}),
      });
    this.#sheets = {
      public: sheetOf("public"),
      keyed: sheetOf("keyed"),
      same_origin: sheetOf("same_origin"),
    };
  }

  /** Returns the headers of an answer. Use them immediately: the next call may change them. */
  of(answer: Answer, { audience, requestId, quota }: AnswerContext): Headers {
    const { isCached, status, headers, retryAfterSec, tag, body } = answer;
    const sheet = this.#sheets[audience];
    if (
      quota === undefined || isCached === undefined || headers !== undefined ||
      retryAfterSec !== undefined
    ) return sheet.unusual(answer, requestId, quota);
    if (status === 304 && tag !== undefined) {
      return sheet.unmodified.of({ requestId, quota, isCached, tag });
    }
    if (status !== undefined || typeOf(body) !== JSON_TYPE) {
      return sheet.unusual(answer, requestId, quota);
    }
    const usual = tag === undefined ? sheet.usual : sheet.tagged;
    return usual.of({ requestId, quota, isCached, tag });
  }
}

/** The headers that differ between two common answers of one audience. */
interface Varying {
  readonly requestId: string;
  readonly quota: QuotaState;
  readonly isCached: boolean;
  readonly tag: string | undefined;
}

/** One `Headers` for many answers, into which only differences are written. */
class ReusedHeaders {
  readonly #headers: Headers;
  /** The values that it has now. */
  readonly #written = { limit: 0, resetSec: 0, isCached: false, tag: "" };

  constructor(base: Headers) {
    this.#headers = new Headers(base);
    this.#headers.set("x-cache", "MISS");
  }

  of({ requestId, quota, isCached, tag = "" }: Varying): Headers {
    const headers = this.#headers;
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
    if (written.tag !== tag) {
      headers.set("etag", tag);
      written.tag = tag;
    }
    return headers;
  }
}

/** The headers of one audience. */
class HeaderSheet {
  readonly #base: Headers;
  readonly usual: ReusedHeaders;
  /** Of answers with a tag, and of 304. */
  readonly tagged: ReusedHeaders;
  readonly unmodified: ReusedHeaders;

  constructor(base: Readonly<Record<string, string>>) {
    this.#base = new Headers(base);
    this.usual = new ReusedHeaders(this.#base);
    const tagged = new Headers(this.#base);
    letCallerKeep(tagged);
    this.tagged = new ReusedHeaders(tagged);
    tagged.delete("content-type");
    this.unmodified = new ReusedHeaders(tagged);
  }

  unusual(answer: Answer, requestId: string, quota: QuotaState | undefined): Headers {
    const { isCached, status, retryAfterSec, tag, body } = answer;
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
    if (tag !== undefined) {
      headers.set("etag", tag);
      letCallerKeep(headers);
    }
    return headers;
  }
}

/** With no-store no client would keep the tag, and each would get whole lists again and again. */
function letCallerKeep(headers: Headers): void {
  if (headers.get("cache-control") === "no-store") headers.set("cache-control", KEPT_BY_CALLER);
}

function typeOf(body: unknown): string {
  return body instanceof EncodedBody ? body.type : JSON_TYPE;
}
