/**
 * What a handler returns, before the pipeline adds headers and builds the response.
 *
 * @module
 */
import { type Coding, compress } from "./answer_coding.ts";
import { joinUtf8, type Utf8Piece } from "./join_utf8.ts";

/** The media type of nearly every answer. */
export const JSON_TYPE = "application/json";

/**
 * A body that is sent as it is.
 *
 * Re-sending encoded JSON text (a cached answer) costs no encoding. With another `type` it is a
 * page, a text or a file.
 */
export class EncodedBody {
  readonly type: string;
  readonly #source: string | Blob | ReadonlyArray<Utf8Piece>;
  #coded: Map<Coding, Blob | Promise<Blob>> | undefined;

  /** JSON text, unless `type` says otherwise. Pieces of it are joined when it is sent. */
  constructor(source: string | Blob | ReadonlyArray<Utf8Piece>, type: string = JSON_TYPE) {
    this.#source = source;
    this.type = type;
  }

  /** What a response is made of, at once: bytes are overwritten by the next body in pieces. */
  get data(): string | Blob | Uint8Array<ArrayBuffer> {
    const source = this.#source;
    return typeof source === "string" || source instanceof Blob ? source : joinUtf8(source);
  }

  /** Its size in bytes; of a text the number of its characters, which is near enough. */
  get size(): number {
    const source = this.#source;
    if (typeof source === "string") return source.length;
    if (source instanceof Blob) return source.size;
    return source.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** The same body for many sendings: pieces are joined once for all of them. */
  get joined(): EncodedBody {
    const { data } = this;
    return data instanceof Uint8Array ? new EncodedBody(new Blob([data]), this.type) : this;
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
      data instanceof Blob
        ? data.bytes().then((bytes) => keep(compress(bytes, coding)))
        : compress(data, coding),
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
    const { data } = this;
    if (typeof data === "string") return data;
    return data instanceof Blob ? await data.text() : new TextDecoder().decode(data);
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
