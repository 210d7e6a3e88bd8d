/**
 * What the status codes of Kalshi mean for us.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** The name under which its failures and calls are known. */
export const KALSHI = "kalshi";

/** It counts calls by the second. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 1]]);

/** What an answer amounts to, by its status or by what it says. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: KALSHI,
  waitSecOf: WAIT_SEC_OF,
});
