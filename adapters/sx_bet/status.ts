/**
 * What the status codes of SX Bet mean for us.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** The name under which its failures and calls are known. */
export const SX_BET = "sx_bet";

/** 429 asks to slow down, 403 is the firewall before it, 451 a region that it does not serve. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 10], [403, 60], [451, 600]]);

/** What an answer amounts to, by its status or by what it says. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: SX_BET,
  waitSecOf: WAIT_SEC_OF,
});
