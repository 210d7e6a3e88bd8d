/**
 * Reads a signer's rate limits from the venue's answer to an order or a cancellation.
 *
 * Source: the venue's page on trading rate limits, August 2026.
 *
 * @module
 */
import {
  ENTRY_TIERS,
  type EntryAnswer,
  type EntryKind,
  LOWEST_TIER,
} from "../../../core/order/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";

/** The reported limits, and the tier in lower case if the answer has one. */
export interface ReportedLimits extends EntryAnswer {
  readonly tier: string | undefined;
}

/** How long to pause a signer that the venue refuses without saying for how long. */
const REFUSED_REST_MS = 1_000;
/** Lower bounds of unix seconds and unix milliseconds; smaller numbers are seconds from now. */
const UNIX_SEC_MIN = 1e8;
const UNIX_MS_MIN = 1e11;
const TOO_MANY = 429;

/** Reads the answer to an entry. `cost`: what it takes if counted. `nowMs`: unix time. */
export function readLimits(
  { status, headers }: Pick<HttpAnswer, "status" | "headers">,
  { kind, cost, nowMs }: {
    readonly kind: EntryKind;
    readonly cost: number;
    readonly nowMs: number;
  },
): ReportedLimits {
  const isRefused = status === TOO_MANY;
  const tier = tierOf(headers.get("poly-ratelimit-tier"));
  return {
    tier,
    rate: tier === undefined ? undefined : (ENTRY_TIERS.get(tier) ?? LOWEST_TIER)[kind],
    remaining: numberOf(headers.get("poly-ratelimit-remaining")),
    cost: isRefused ? 0 : cost,
    // While the venue only warns, it accepts entries that it would otherwise refuse.
    isShort: isRefused || headers.get("poly-ratelimit-warning")?.trim().toLowerCase() === "true",
    restMs: isRefused ? restMs(headers, nowMs) : 0,
  };
}

/**
 * Returns how long the venue refuses a signer. The reset header is the end of that wait, not the
 * time when the bucket is full; it has no meaning for an accepted entry. It is in unix seconds, as
 * the venue's own clients read it; other forms are recognized by their size.
 */
function restMs(headers: Headers, nowMs: number): number {
  const waitSec = retryAfterSec(headers, NaN);
  if (!Number.isNaN(waitSec)) return waitSec * 1000;
  const reset = numberOf(headers.get("poly-ratelimit-reset"));
  if (reset === undefined) return REFUSED_REST_MS;
  if (reset >= UNIX_MS_MIN) return Math.max(0, reset - nowMs);
  return Math.max(0, reset >= UNIX_SEC_MIN ? reset * 1000 - nowMs : reset * 1000);
}

function numberOf(text: string | null): number | undefined {
  const trimmed = text?.trim() ?? "";
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** The status page shows the tier, so it must look like a name. */
function tierOf(text: string | null): string | undefined {
  const name = text?.trim().toLowerCase() ?? "";
  return /^[a-z][a-z0-9 _-]{0,31}$/.test(name) ? name : undefined;
}
