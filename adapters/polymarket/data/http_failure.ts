/**
 * What the status codes of the venue's data service mean for us.
 *
 * @module
 */
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type HttpAnswer,
  limitedFor,
  makeStatusFailures,
  retryAfterSec,
} from "../../outbound/mod.ts";

/** The name under which the service's failures and calls are known. */
export const VENUE_DATA = "venue data";

/** 429 asks to slow down, 403 is the firewall before it, 451 a region that it does not serve. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 10], [403, 60], [451, 600]]);

/** A condition that it does not know is an empty list, so whatever is not 200 is a failure. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: VENUE_DATA,
  waitSecOf: FALLBACK_WAIT_SEC,
});

/** The index also says at 503 how long to wait, which comes in bursts. */
export function indexFailureOf(answer: HttpAnswer): ProviderFailed | undefined {
  const waitSec = answer.status === 503 ? retryAfterSec(answer.headers, NaN) : NaN;
  return Number.isNaN(waitSec) ? failureOf(answer) : limitedFor({
    provider: VENUE_DATA,
    waitMs: waitSec * 1_000,
    why: "status 503",
  });
}
