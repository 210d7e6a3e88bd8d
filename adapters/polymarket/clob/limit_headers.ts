/**
 * What the venue's answer to an order, or to a cancellation, says of its signer's limits.
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
import type { HttpAnswer } from "../../outbound/mod.ts";

/** The limits, and the tier in lower case where it is told. */
export interface ToldLimits extends EntryAnswer {
  readonly tier: string | undefined;
}

/** How long to leave a signer alone whom the venue refuses without a word for how long. */
const REFUSED_REST_MS = 1_000;
/** Numbers from here on are unix seconds, and milliseconds; below, they are seconds from now. */
const UNIX_SEC_MIN = 1e8;
const UNIX_MS_MIN = 1e11;
const TOO_MANY = 429;

/** Reads an answer to an entry that takes so many where it is counted. `nowMs` is unix time. */
export function readLimits(
  { status, headers }: Pick<HttpAnswer, "status" | "headers">,
  { kind, cost, nowMs }: {
    readonly kind: EntryKind;
    readonly cost: number;
    readonly nowMs: number;
  },
): ToldLimits {
  const isRefused = status === TOO_MANY;
  const tier = tierOf(headers.get("poly-ratelimit-tier"));
  return {
    tier,
    rate: tier === undefined ? undefined : (ENTRY_TIERS.get(tier) ?? LOWEST_TIER)[kind],
    remaining: numberOf(headers.get("poly-ratelimit-remaining")),
    cost: isRefused ? 0 : cost,
    // While the limits are only warned of, entries are taken that would be refused.
    isShort: isRefused || headers.get("poly-ratelimit-warning")?.trim().toLowerCase() === "true",
    restMs: isRefused ? restMs(headers, nowMs) : 0,
  };
}

/**
 * How long the venue wants nothing from a signer it has refused. Its reset is the end of that wait,
 * not the time when the bucket is full; of an entry that was taken it says nothing. It is in unix
 * seconds, as the venue's own clients read it; other forms are told by their size.
 */
function restMs(headers: Headers, nowMs: number): number {
  const retryAfterSec = numberOf(headers.get("retry-after"));
  if (retryAfterSec !== undefined) return Math.max(0, retryAfterSec * 1000);
  const reset = numberOf(headers.get("poly-ratelimit-reset"));
  if (reset === undefined) return REFUSED_REST_MS;
  if (reset >= UNIX_MS_MIN) return Math.max(0, reset - nowMs);
  return Math.max(0, reset >= UNIX_SEC_MIN ? reset * 1000 - nowMs : reset * 1000);
}

function numberOf(text: string | null): number | undefined {
  const trimmed = text?.trim() ?? "";
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** It is shown to whoever asks for the status, so that it has to look like a name. */
function tierOf(text: string | null): string | undefined {
  const name = text?.trim().toLowerCase() ?? "";
  return /^[a-z][a-z0-9 _-]{0,31}$/.test(name) ? name : undefined;
}
