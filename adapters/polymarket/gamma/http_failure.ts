/**
 * Maps the status codes of the venue's metadata service to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type HttpAnswer, makeStatusFailures } from "../../outbound/mod.ts";

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
export const { failureOf: listFailureOf } = makeStatusFailures({
  provider: VENUE_METADATA,
  waitSecOf: FALLBACK_WAIT_SEC,
});

/** Returns the failure that a status stands for, or undefined for a usable answer. */
export function failureOf(answer: HttpAnswer): ProviderFailed | undefined {
  return isUnknown(answer) ? undefined : listFailureOf(answer);
}

/** Returns the failure `unreadable` for unusable content. */
export function unreadable(why: unknown): ProviderFailed {
  const cause = why instanceof Error ? why : new Error(String(why));
  return new ProviderFailed({ provider: VENUE_METADATA, reason: "unreadable", cause });
}
