/**
 * What a handler returns, before the pipeline adds headers and builds the response.
 *
 * @module
 */
import { type Coding, compress } from "./answer_coding.ts";

/** The media type of nearly every answer. */
export const JSON_TYPE = "application/json";

/**
 * A body that is sent as it is.
 *
 * Re-sending encoded JSON text (a cached answer) costs no encoding. With another `type` it is a
 * page, a text or a file.
 */
export class EncodedBody {
  readonly data: string | Blob;
  readonly type: string;
  #coded: Map<Coding, Blob | Promise<Blob>> | undefined;

  /** JSON text, unless `type` says otherwise. */
  constructor(data: string | Blob, type: string = JSON_TYPE) {
    this.data = data;
    this.type = type;
  }

  /** Its size in bytes; of a text the number of its characters, which is near enough. */
  get size(): number {
    return typeof this.data === "string" ? this.data.length : this.data.size;
  }

  /** Returns the body in a coding. It is compressed once, however often it is sent. */
  coded(coding: Coding): Blob | Promise<Blob> {
    const known = this.#coded?.get(coding);
    if (known !== undefined) return known;
    const { data } = this;
    const keep = (coded: Blob | Promise<Blob>) => {
      (this.#coded ??= new Map()).set(coding, coded);
      return coded;
    };
    return keep(
      typeof data === "string"
        ? compress(data, coding)
        : data.bytes().then((bytes) => keep(compress(bytes, coding))),
    );
  }

  /**
   * The body as what it encodes, in types: Elysia compares it with the route's schema as any other
   * body.
   */
  as<Body>(): Body {
    return this as unknown as Body;
  }

  /** Returns the body as text. */
  async text(): Promise<string> {
    return typeof this.data === "string" ? this.data : await this.data.text();
  }
}

/**
 * A handler's answer. `body` is written as JSON unless it is an {@linkcode EncodedBody}.
 *
 * ```ts
 * return { body: { now, asset, results }, isCached: true };
 * return { body: new EncodedBody(jsonText), isCached: true };
 * ```
 */
export interface Answer {
  readonly body: unknown;
  /**
   * The HTTP status; defaults to 200. A 304 has no body and does not count against the caller's
   * quota.
   */
  readonly status?: number;
  /** Sets `X-Cache`: true (`HIT`) means that no provider was asked. */
  readonly isCached?: boolean;
  /** Sets `Retry-After`, in whole seconds. */
  readonly retryAfterSec?: number;
  /** The coding of the body, which is then compressed already. */
  readonly coding?: Coding;
  /** Sets `ETag`, and lets the caller keep the answer. */
  readonly tag?: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}
