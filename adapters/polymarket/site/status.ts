/**
 * What the status codes of the venue's site mean for us.
 *
 * @module
 */
import { makeStatusFailures } from "../../outbound/mod.ts";

/** The name under which the site's failures and calls are known. */
export const VENUE_SITE = "venue site";

/** 429 asks to slow down, 403 is the firewall before it, 451 a region that it does not serve. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 30], [403, 60], [451, 600]]);

/** A window without a price is a 200 with null, so any other status is a failure. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: VENUE_SITE,
  waitSecOf: FALLBACK_WAIT_SEC,
});
