/**
 * What a handler gives back, before the edge adds its headers and makes it a response.
 *
 * @module
 */

/** The media type of nearly every answer. */
export const JSON_TYPE = "application/json";

/**
 * A body that is sent as it is.
 *
 * JSON text that was encoded before (a cached answer) costs nothing to send again; with another
 * `type` it is a page, a text or a file.
 */
export class EncodedBody {
  readonly data: string | Blob;
  readonly type: string;

  /** JSON text, unless `type` says otherwise. */
  constructor(data: string | Blob, type: string = JSON_TYPE) {
    this.data = data;
    this.type = type;
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
  /** 200 where it is left out. A 304 has no body and costs the caller nothing. */
  readonly status?: number;
  /** Sets `X-Cache`: true (`HIT`) means that no provider was asked. */
  readonly isCached?: boolean;
  /** Sets `Retry-After`, in whole seconds. */
  readonly retryAfterSec?: number;
  /** Further headers, such as `ETag`. */
  readonly headers?: Readonly<Record<string, string>>;
}
