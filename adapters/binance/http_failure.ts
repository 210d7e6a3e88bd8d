/**
 * Maps the exchange's status codes to failures.
 *
 * @module
 */
import { type HostsOptions, makeStatusFailures } from "../outbound/mod.ts";

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
export const { failureOf } = makeStatusFailures({
  provider: EXCHANGE,
  waitSecOf: FALLBACK_WAIT_SEC,
});

/** A host whose answer refuses us is not asked before its ban is over. */
export const troubleOf: HostsOptions["troubleOf"] = ({ retryAfterSec: waitSec }, { status }) =>
  status === undefined || waitSec === undefined
    ? undefined
    : { avoidedMs: 0, bannedMs: waitSec * 1000 };
