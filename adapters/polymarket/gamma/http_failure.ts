/**
 * Maps the status codes of the venue's metadata service to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";

/** The service's name in failures, in the log and on the status page. */
export const VENUE_METADATA = "venue metadata";

/** An unknown slug or id is 404. A malformed one is 422, and unknown too. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 422]);

/** 429 is the rate limit, 403 the firewall, 451 an unserved region. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 10], [403, 60], [451, 600]]);

/** Whether the service has nothing of that name. */
export function isUnknown({ status }: HttpAnswer): boolean {
  return UNKNOWN.has(status);
}

/** {@linkcode failureOf} for a list, which always exists: 404 and 422 refuse the request. */
export function listFailureOf(answer: HttpAnswer): ProviderFailed | undefined {
  if (!isUnknown(answer)) return failureOf(answer);
  const cause = new Error(answer.text.slice(0, 200));
  return new ProviderFailed({ provider: VENUE_METADATA, reason: "refused", cause });
}

/** Returns the failure `unreadable` for unusable content. */
export function unreadable(why: unknown): ProviderFailed {
  const cause = why instanceof Error ? why : new Error(String(why));
  return new ProviderFailed({ provider: VENUE_METADATA, reason: "unreadable", cause });
}

/** Returns the failure that a status stands for, or undefined for a usable answer. */
export function failureOf(answer: HttpAnswer): ProviderFailed | undefined {
  const { status, headers, text } = answer;
  if (status === 200 || isUnknown(answer)) return undefined;
  const fallbackSec = FALLBACK_WAIT_SEC.get(status);
  const cause = new Error(`status ${status}: ${text.slice(0, 200)}`);
  // No other 2xx answer says anything about an event.
  if (status < 400) return unreadable(cause);
  return new ProviderFailed({
    provider: VENUE_METADATA,
    reason: fallbackSec !== undefined ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(fallbackSec === undefined ? {} : { retryAfterSec: retryAfterSec(headers, fallbackSec) }),
    cause,
  });
}
