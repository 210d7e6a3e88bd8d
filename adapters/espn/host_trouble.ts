/**
 * What a failed call means for the provider's hosts.
 *
 * Since August 2026 the first host permanently refuses some clients that the second one serves.
 *
 * @module
 */
import type { HostsOptions } from "../outbound/mod.ts";

/** How long other hosts take precedence after a host refused us. */
const AVOIDED_MS = 600_000;
/** How long other hosts take precedence after a host was unreachable. */
const DOWN_MS = 30_000;
/** Ban of a host that refused us; doubles with each further refusal, up to the maximum. */
const BANNED_MS_MIN = 1_000;
const BANNED_MS_MAX = 600_000;
/** This status limits all our calls, on every host. */
const TOO_MANY_CALLS = 429;

/** Returns undefined for a failure that says nothing about the host. */
export const troubleOf: HostsOptions["troubleOf"] = (
  { reason, retryAfterSec },
  { status, refusals },
) => {
  if (reason === "unreachable" || reason === "timeout") return { avoidedMs: DOWN_MS };
  if (reason !== "limited") return undefined;
  const waitMs = retryAfterSec === undefined ? BANNED_MS_MIN * 2 ** refusals : retryAfterSec * 1000;
  return {
    avoidedMs: AVOIDED_MS,
    bannedMs: Math.min(waitMs, BANNED_MS_MAX),
    isOfAll: status === TOO_MANY_CALLS,
  };
};
