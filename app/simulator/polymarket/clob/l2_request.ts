/**
 * Requests signed with an API key.
 *
 * @module
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type SimulatorRequest } from "../../kit/simulator.ts";
import { type ApiKey, type ApiKeys, toUrlAlphabet } from "./api_keys.ts";

/** The caller in lower case, and the API key. */
export interface L2Caller {
  readonly address: string;
  readonly key: ApiKey;
}

/** A maximum age is not documented; whole seconds are. */
const SECONDS = /^\d{1,12}$/;

/** Returns the caller; undefined unless all five headers are present and valid. */
export function readL2(request: SimulatorRequest, keys: ApiKeys): L2Caller | undefined {
  const header = (name: string) => request.headers.get(name) ?? "";
  const address = header("POLY_ADDRESS").toLowerCase();
  const timestamp = header("POLY_TIMESTAMP");
  const key = keys.of(address);
  if (!SECONDS.test(timestamp)) return undefined;
  const isRight = isSame(header("POLY_API_KEY"), key.apiKey) &&
    isSame(header("POLY_PASSPHRASE"), key.passphrase) &&
    isSame(header("POLY_SIGNATURE"), signatureOf(request, { secret: key.secret, timestamp }));
  return isRight ? { address, key } : undefined;
}

/**
 * Returns the signature of a request at a time, in text. It covers the path without its query, and
 * the exact bytes of the body.
 */
export function signatureOf(
  { method, path, body }: Pick<SimulatorRequest, "method" | "path" | "body">,
  { secret, timestamp }: { readonly secret: string; readonly timestamp: string },
): string {
  const hmac = createHmac("sha256", Buffer.from(secret, "base64url"));
  return toUrlAlphabet(hmac.update(timestamp + method + path + body).digest("base64"));
}

/** Compares secrets in a time that does not tell how much of them is alike. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
