/**
 * Maps the provider's status codes to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type HttpAnswer, retryAfterSec } from "../outbound/mod.ts";

/** The provider's name in failures and metrics. */
export const SCHEDULE = "schedule";

/** 403 is a host's firewall, 429 a rate limit, 451 a blocked region. No key is needed. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429, 451]);

/** Returns the failure of a status, or undefined for an answer to read. */
export function failureOf({ status, headers, text }: HttpAnswer): ProviderFailed | undefined {
  if (status === 200) return undefined;
  const isRefused = REFUSED.has(status);
  const waitSec = isRefused ? retryAfterSec(headers, 0) : 0;
  return new ProviderFailed({
    provider: SCHEDULE,
    reason: isRefused ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(waitSec === 0 ? {} : { retryAfterSec: waitSec }),
    cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
  });
}

/** Returns the failure of an answer with unusable content. */
export function unreadable(why: string): ProviderFailed {
  return new ProviderFailed({ provider: SCHEDULE, reason: "unreadable", cause: new Error(why) });
}
