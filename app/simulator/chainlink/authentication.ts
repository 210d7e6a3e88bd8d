/**
 * The oracle's request signatures.
 *
 * @module
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type Answer } from "../kit/answer.ts";
import { type SimulatorRequest } from "../kit/simulator.ts";

/** The credentials of one user. */
export interface OracleKey {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** The three headers, with the names that the provider's validator uses for them. */
const HEADERS = [
  ["authorization", "UserId"],
  ["x-authorization-timestamp", "Timestamp"],
  ["x-authorization-signature-sha256", "HmacSignature"],
] as const;

/** Allowed difference between the timestamp and the server's clock, in real milliseconds. */
const SKEW_MS_MAX = 5_000;

/** Returns an error answer of the oracle. */
export function oracleFailed(status: number, message: string): Answer {
  return { status, body: { message } };
}

/**
 * Refuses a request that the key did not sign: 400 for missing headers, 401 for everything else. A
 * request takes the same real time at any sandbox speed, so the allowed skew scales with the speed.
 */
export function refuseUnsigned(
  request: SimulatorRequest,
  { key, nowMs, speed }: { readonly key: OracleKey; nowMs: number; speed: number },
): Answer | undefined {
  const missing = HEADERS.filter(([header]) => (request.headers.get(header) ?? "") === "");
  if (missing.length > 0) {
    const lines = missing.map(([, name]) =>
      `Key: 'Headers.${name}' Error:Field validation for '${name}' failed on the 'required' tag`
    );
    return oracleFailed(400, lines.join("\n"));
  }
  const [userId = "", timestamp = "", signature = ""] = HEADERS.map(([header]) =>
    request.headers.get(header) ?? ""
  );
  if (userId !== key.apiKey) return oracleFailed(401, "user is not authorized");
  if (!/^\d{1,16}$/.test(timestamp)) return oracleFailed(400, "malformed timestamp header");
  if (Math.abs(Number(timestamp) - nowMs) > SKEW_MS_MAX * Math.max(1, speed)) {
    return oracleFailed(401, "timestamp is outside of the allowed range");
  }
  return isSame(signature.toLowerCase(), signatureOf(request, key, timestamp))
    ? undefined
    : oracleFailed(401, "invalid signature");
}

function signatureOf(
  { method, target, body }: SimulatorRequest,
  { apiKey, apiSecret }: OracleKey,
  timestamp: string,
): string {
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const text = `${method} ${target} ${bodyHash} ${apiKey} ${timestamp}`;
  return createHmac("sha256", apiSecret).update(text).digest("hex");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
