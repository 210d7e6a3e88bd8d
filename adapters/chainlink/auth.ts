/**
 * The three headers that every request to the oracle carries.
 *
 * Source: the provider's documentation of Data Streams authentication; the official vectors are
 * in the test.
 *
 * @module
 */
import { createHash, createHmac } from "node:crypto";
import { Redacted } from "effect";

/** Issued by the provider. The key is a name, the secret signs. */
export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: Redacted.Redacted<string>;
}

/** What is signed. `pathWithQuery` must be exactly what goes over the wire. */
export interface SignedRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly pathWithQuery: string;
  readonly body: string;
  /** Unix milliseconds; the provider allows 5 s of difference. */
  readonly timestampMs: number;
}

/** Lower-case hex of HMAC-SHA256 over method, path, body hash, key and timestamp. */
export function signature(request: SignedRequest, credentials: Credentials): string {
  const { method, pathWithQuery, body, timestampMs } = request;
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", Redacted.value(credentials.apiSecret))
    .update([method, pathWithQuery, bodyHash, credentials.apiKey, timestampMs].join(" "))
    .digest("hex");
}

/** The headers of one request. */
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
