/**
 * What the status codes of the venue's metadata service mean for us.
 *
 * @module
 */
import { ProviderFailed } from "../../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";

/** The name under which the service's failures and calls are known. */
export const VENUE_METADATA = "venue metadata";

/** An unknown slug or id is 404. One that no slug or id can look like is 422, and unknown too. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 422]);

/** 429 asks to slow down, 403 is the firewall before it, 451 a region that it does not serve. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 10], [403, 60], [451, 600]]);

/** Whether the service says that it has nothing of that name. */
export function isUnknown({ status }: HttpAnswer): boolean {
  return UNKNOWN.has(status);
}

/** {@linkcode failureOf} of a list, which is never unknown: 404 and 422 refuse the question. */
export function listFailureOf(answer: HttpAnswer): ProviderFailed | undefined {
  if (!isUnknown(answer)) return failureOf(answer);
  const cause = new Error(answer.text.slice(0, 200));
  return new ProviderFailed({ provider: VENUE_METADATA, reason: "refused", cause });
}

/** The failure of an answer, `unreadable`: it says something that cannot be used. */
export function unreadable(why: unknown): ProviderFailed {
  const cause = why instanceof Error ? why : new Error(String(why));
  return new ProviderFailed({ provider: VENUE_METADATA, reason: "unreadable", cause });
}

/** The failure a status amounts to, or undefined for an answer that says something. */
export function failureOf(answer: HttpAnswer): ProviderFailed | undefined {
  const { status, headers, text } = answer;
  if (status === 200 || isUnknown(answer)) return undefined;
  const fallbackSec = FALLBACK_WAIT_SEC.get(status);
  const cause = new Error(`status ${status}: ${text.slice(0, 200)}`);
  // Nothing else that begins with 2 says anything about an event.
  if (status < 400) return unreadable(cause);
  return new ProviderFailed({
    provider: VENUE_METADATA,
    reason: fallbackSec !== undefined ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(fallbackSec === undefined ? {} : { retryAfterSec: retryAfterSec(headers, fallbackSec) }),
    cause,
  });
}
