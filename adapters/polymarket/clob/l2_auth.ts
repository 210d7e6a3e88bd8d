/**
 * The headers that a request with an API key carries.
 *
 * Source: the venue's documentation of L2 authentication; vectors are in the test.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { Redacted } from "effect";
import type { VenueCredentials } from "../../../core/port/mod.ts";

/** What is signed. */
export interface L2Request {
  readonly method: "GET" | "POST" | "DELETE";
  /** Without the query. */
  readonly path: string;
  /** Exactly as it is sent; left out where nothing is. */
  readonly body?: string;
  readonly timestampSec: number;
}

/** Whose API key it is. `address` is that of the signing key, whoever holds the money. */
export interface ApiKeyHolder {
  readonly address: string;
  readonly credentials: VenueCredentials;
}

/** HMAC-SHA256 over time, method, path and body, in base64 with `-` and `_`, padded. */
export function l2Signature(
  { timestampSec, method, path, body = "" }: L2Request,
  secret: Redacted.Redacted<string>,
): string {
  // Not the browser's way, which takes a turn of the event loop for each of two steps.
  return createHmac("sha256", Buffer.from(Redacted.value(secret), "base64url"))
    .update(`${timestampSec}${method}${path}${body}`)
    .digest("base64")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** The five headers of one request. */
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
