/**
 * Maps the status codes of the venue's site to failures.
 *
 * @module
 */
import { makeStatusFailures } from "../../outbound/mod.ts";

/** The site's name in failures, in the log and on the status page. */
export const VENUE_SITE = "venue site";

/** 429 is the rate limit, 403 the firewall, 451 an unserved region. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 30], [403, 60], [451, 600]]);

/** A window without a price is a 200 with null, so any other status is a failure. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: VENUE_SITE,
  waitSecOf: FALLBACK_WAIT_SEC,
});
