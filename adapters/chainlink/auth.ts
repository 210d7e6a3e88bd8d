/**
 * The three authentication headers of every request to the oracle.
 *
 * Source: the provider's documentation of Data Streams authentication; the official vectors are
 * in the test.
 *
 * @module
 */
import { createHash, createHmac } from "node:crypto";
import { Redacted } from "effect";

/** The provider's credentials. The key identifies, the secret signs. */
export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: Redacted.Redacted<string>;
}

/** The signed parts of a request. `pathWithQuery` must be exactly what is sent. */
export interface SignedRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly pathWithQuery: string;
  readonly body: string;
  /** Unix milliseconds; the provider tolerates a difference of 5 s. */
  readonly timestampMs: number;
}

/** Returns the lower-case hex of HMAC-SHA256 over method, path, body hash, key and timestamp. */
export function signature(request: SignedRequest, credentials: Credentials): string {
  const { method, pathWithQuery, body, timestampMs } = request;
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", Redacted.value(credentials.apiSecret))
    .update([method, pathWithQuery, bodyHash, credentials.apiKey, timestampMs].join(" "))
    .digest("hex");
}

/** Returns the headers of one request. */
export function authHeaders(
  request: SignedRequest,
  credentials: Credentials,
): Record<string, string> {
  return {
    "Authorization": credentials.apiKey,
    "X-Authorization-Timestamp": String(request.timestampMs),
    "X-Authorization-Signature-SHA256": signature(request, credentials),
  };
}
