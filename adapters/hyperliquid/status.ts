/**
 * What the status codes of the secondary venue mean for us.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** The name under which its failures and calls are known. */
export const HYPERLIQUID = "hyperliquid";

/** It counts weight by the minute, and does not say when the next one begins. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 15]]);

/** What an answer amounts to, by its status or by what it says. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: HYPERLIQUID,
  waitSecOf: WAIT_SEC_OF,
});
