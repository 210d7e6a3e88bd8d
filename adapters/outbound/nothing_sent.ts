/**
 * Tells calls that never left from calls of which nobody knows how far they came.
 *
 * @module
 */
import type { ProviderFailed } from "../../core/port/mod.ts";

/** Codes of the runtime for a connection that was never made. */
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
 * Whether it is certain that not a byte of the call was written, as there was no connection to
 * write it to. A broken connection, a deadline, and whatever is not known, are no proof of that.
 */
export function wasNothingSent(
  { reason, cause }: Pick<ProviderFailed, "reason" | "cause">,
): boolean {
  return reason === "unreachable" && cause instanceof Error && "code" in cause &&
    NEVER_CONNECTED.has(cause.code);
}
