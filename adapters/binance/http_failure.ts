/**
 * Maps the exchange's status codes to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/mod.ts";
import { type HostsOptions, type HttpAnswer, retryAfterSec } from "../outbound/mod.ts";

/** The exchange's name in failures, in the log and on the status page. */
export const EXCHANGE = "exchange";

/**
 * 429 is the rate limit, 418 a ban, 403 the firewall, 451 an unserved region. A region does not
 * change and a ban takes minutes; retrying sooner makes a ban longer.
 */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([
  [429, 10],
  [418, 120],
  [403, 60],
  [451, 600],
]);

/** Returns the failure that an answer stands for, or undefined for a usable one. */
export function failureOf({ status, headers, text }: HttpAnswer): ProviderFailed | undefined {
  if (status === 200) return undefined;
  const fallbackSec = FALLBACK_WAIT_SEC.get(status);
  const waitSec = fallbackSec === undefined ? undefined : retryAfterSec(headers, fallbackSec);
  return new ProviderFailed({
    provider: EXCHANGE,
    reason: waitSec !== undefined ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(waitSec === undefined ? {} : { retryAfterSec: waitSec }),
    cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
  });
}

/** A host whose answer refuses us is not asked before its ban is over. */
export const troubleOf: HostsOptions["troubleOf"] = ({ retryAfterSec: waitSec }, { status }) =>
  status === undefined || waitSec === undefined
    ? undefined
    : { avoidedMs: 0, bannedMs: waitSec * 1000 };
