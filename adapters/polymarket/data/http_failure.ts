/**
 * What the status codes of the venue's data service mean for us.
 *
 * @module
 */
import { makeStatusFailures } from "../../outbound/mod.ts";

/** The name under which the service's failures and calls are known. */
export const VENUE_DATA = "venue data";

/** 429 asks to slow down, 403 is the firewall before it, 451 a region that it does not serve. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 10], [403, 60], [451, 600]]);

/** A condition that it does not know is an empty list, so whatever is not 200 is a failure. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: VENUE_DATA,
  waitSecOf: FALLBACK_WAIT_SEC,
});
