/**
 * Maps Kalshi's status codes to failures.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** Kalshi's name in failures and metrics. */
export const KALSHI = "kalshi";

/** Default waits by status, in seconds: Kalshi counts calls per second. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 1]]);

/** Make the failure of an answer from its status or its content. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: KALSHI,
  waitSecOf: WAIT_SEC_OF,
});
