/**
 * Headers of a request that is signed with an API key (L2 authentication).
 *
 * Source: the venue's documentation of L2 authentication; vectors are in the test.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { Redacted } from "effect";
import type { VenueCredentials } from "../../../core/port/venue_account.ts";

/** The parts of a request that are signed. */
export interface L2Request {
  readonly method: "GET" | "POST" | "DELETE";
  /** Without the query. */
  readonly path: string;
  /** Exactly as it is sent; left out for a request without a body. */
  readonly body?: string;
  readonly timestampSec: number;
}

/**
 * The owner of an API key. `address` is that of the signing key, whichever address has the money.
 */
export interface ApiKeyHolder {
  readonly address: string;
  readonly credentials: VenueCredentials;
}

/** Returns the HMAC-SHA256 of time, method, path and body, in padded base64 with `-` and `_`. */
export function l2Signature(
  { timestampSec, method, path, body = "" }: L2Request,
  secret: Redacted.Redacted<string>,
): string {
  // WebCrypto would take an extra turn of the event loop for each of two steps.
  return createHmac("sha256", Buffer.from(Redacted.value(secret), "base64url"))
    .update(`${timestampSec}${method}${path}${body}`)
    .digest("base64")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Returns the five headers of one request. */
export function l2Headers(
  request: L2Request,
  { address, credentials }: ApiKeyHolder,
): Record<string, string> {
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: l2Signature(request, credentials.secret),
    POLY_TIMESTAMP: String(request.timestampSec),
    POLY_API_KEY: credentials.apiKey,
    POLY_PASSPHRASE: Redacted.value(credentials.passphrase),
  };
}
