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
import { type QuotaState } from "../../../../core/access/mod.ts";
import { type Answer, EncodedBody, JSON_TYPE } from "./answer.ts";
import { type Coding } from "./answer_coding.ts";
import { EXPOSED_HEADERS } from "./cors.ts";
import { type Audience } from "../edge_path.ts";

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

const PRIVATE = { "cache-control": "no-store" };

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

/** What only some callers may see depends on these headers of theirs. */
const VARY: Readonly<Record<Audience, ReadonlyArray<string>>> = {
  public: [],
  keyed: ["x-api-key", "authorization"],
  same_origin: ["x-api-key", "authorization"],
};

/** What an answer is built for. */
export interface AnswerContext {
  readonly audience: Audience;
  readonly isCompressed: boolean;
  readonly requestId: string;
  readonly quota: QuotaState | undefined;
}

type Sheets = Readonly<Record<Audience, HeaderSheet>>;

/** Builds the headers of every answer of one server. */
export class ResponseHeaders {
  readonly #sheets: Sheets;
  /** Of paths whose answers may be compressed: whether one is depends on the caller too. */
  readonly #compressedSheets: Sheets;

  constructor({ isSandbox, hasTlsInFront }: ResponseHeadersOptions) {
    const sheetOf = (audience: Audience, more: ReadonlyArray<string>) => {
      const vary = [...VARY[audience], ...more].join(", ");
      return new HeaderSheet({
        "content-type": JSON_TYPE,
        "x-content-type-options": "nosniff",
        ...BY_AUDIENCE[audience],
        ...(vary === "" ? {} : { vary }),
        ...(hasTlsInFront ? { "strict-transport-security": STRICT_TRANSPORT } : {}),
        ...(isSandbox ? { "x-sandbox": "true" } : {}),
      });
    };
    const sheetsOf = (...more: ReadonlyArray<string>): Sheets => ({
      public: sheetOf("public", more),
      keyed: sheetOf("keyed", more),
      same_origin: sheetOf("same_origin", more),
    });
    this.#sheets = sheetsOf();
    this.#compressedSheets = sheetsOf("accept-encoding");
  }

  /** Returns the headers of an answer. Use them immediately: the next call may change them. */
  of(answer: Answer, { audience, isCompressed, requestId, quota }: AnswerContext): Headers {
    const { isCached, status, headers, retryAfterSec, tag, coding, body } = answer;
    const sheet = (isCompressed ? this.#compressedSheets : this.#sheets)[audience];
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
    return usual.of({ requestId, quota, isCached, tag, coding });
  }
}

/** The headers that differ between two common answers of one audience. */
interface Varying {
  readonly requestId: string;
  readonly quota: QuotaState;
  readonly isCached: boolean;
  readonly tag: string | undefined;
  /** The empty text: none. */
  readonly coding?: Coding | "" | undefined;
}

/** One `Headers` for many answers, into which only differences are written. */
class ReusedHeaders {
  readonly #headers: Headers;
  /** The values that it has now. */
  readonly #written = { limit: 0, resetSec: 0, isCached: false, tag: "", coding: "" };

  constructor(base: Headers) {
    this.#headers = new Headers(base);
    this.#headers.set("x-cache", "MISS");
  }

  of({ requestId, quota, isCached, tag = "", coding = "" }: Varying): Headers {
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
    if (written.coding !== coding) {
      if (coding === "") headers.delete("content-encoding");
      else headers.set("content-encoding", coding);
      written.coding = coding;
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
    const { isCached, status, retryAfterSec, tag, coding, body } = answer;
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
    if (coding !== undefined) headers.set("content-encoding", coding);
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
