/**
 * Maps Limitless's status codes to failures.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** Limitless's name in failures and metrics. */
export const LIMITLESS = "limitless";

/** Default waits in seconds: 429 is a rate limit, 403 the firewall, 451 a blocked region. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 5], [403, 60], [451, 600]]);

/** Make the failure of an answer from its status or its content. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: LIMITLESS,
  waitSecOf: WAIT_SEC_OF,
});
