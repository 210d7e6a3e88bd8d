/**
 * Maps the exchange's status codes to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../outbound/mod.ts";

/** The exchange's name in failures, in the log and on the status page. */
export const EXCHANGE = "exchange";

/** 429 is the rate limit, 418 a ban, 403 the firewall, 451 an unserved region. */
const REFUSED_STATUSES = new Set([429, 418, 403, 451]);

/** A region does not change and a ban takes minutes; retrying sooner makes a ban longer. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([
  [429, 10],
  [418, 120],
  [403, 60],
  [451, 600],
]);

/** Returns the remaining ban, in seconds; undefined without one. */
export function banSec({ status, headers }: HttpAnswer): number | undefined {
  if (!REFUSED_STATUSES.has(status)) return undefined;
  return retryAfterSec(headers, FALLBACK_WAIT_SEC.get(status) ?? 60);
}

/** Returns the failure of a call that is not sent, because the exchange would refuse it now. */
export function limited(waitMs: number, why: string): ProviderFailed {
  return new ProviderFailed({
    provider: EXCHANGE,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error(why),
  });
}

/** Returns the failure that an answer stands for, or undefined for a usable one. */
export function failureOf(answer: HttpAnswer): ProviderFailed | undefined {
  const { status, text } = answer;
  if (status === 200) return undefined;
  const waitSec = banSec(answer);
  return new ProviderFailed({
    provider: EXCHANGE,
    reason: waitSec !== undefined ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(waitSec === undefined ? {} : { retryAfterSec: waitSec }),
    cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
  });
}
