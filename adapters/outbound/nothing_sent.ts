/**
 * Distinguishes calls that were never sent from calls with an unknown fate.
 *
 * @module
 */
import type { ProviderFailed } from "../../core/port/provider_failure.ts";

/** The runtime's error codes for a connection that was never opened. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

/**
 * Whether certainly no byte of the call was written, because there was no connection. A broken
 * connection, a deadline or an unknown error is no proof.
 */
export function wasNothingSent(
  { reason, cause }: Pick<ProviderFailed, "reason" | "cause">,
): boolean {
  return reason === "unreachable" && cause instanceof Error && "code" in cause &&
    NEVER_CONNECTED.has(cause.code);
}
