/**
 * The headers that a request with an API key carries.
 *
 * Source: the venue's documentation of L2 authentication; vectors are in the test.
 *
 * @module
 */
import { Redacted } from "effect";
import type { VenueCredentials } from "../../core/port/mod.ts";

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

const HMAC = { name: "HMAC", hash: "SHA-256" };

/** HMAC-SHA256 over time, method, path and body, in base64 with `-` and `_`, padded. */
export async function l2Signature(
  { timestampSec, method, path, body = "" }: L2Request,
  secret: Redacted.Redacted<string>,
): Promise<string> {
  const keyBytes = Buffer.from(Redacted.value(secret), "base64url");
  const key = await crypto.subtle.importKey("raw", keyBytes, HMAC, false, ["sign"]);
  const text = new TextEncoder().encode(`${timestampSec}${method}${path}${body}`);
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, text)).toString("base64");
  return signature.replaceAll("+", "-").replaceAll("/", "_");
}

/** The five headers of one request. */
export async function l2Headers(
  request: L2Request,
  { address, credentials }: ApiKeyHolder,
): Promise<Record<string, string>> {
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: await l2Signature(request, credentials.secret),
    POLY_TIMESTAMP: String(request.timestampSec),
    POLY_API_KEY: credentials.apiKey,
    POLY_PASSPHRASE: Redacted.value(credentials.passphrase),
  };
}
