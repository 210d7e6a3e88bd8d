/**
 * Maps SX Bet's status codes to failures.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** SX Bet's name in failures and metrics. */
export const SX_BET = "sx_bet";

/** Default waits in seconds: 429 is a rate limit, 403 the firewall, 451 a blocked region. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 10], [403, 60], [451, 600]]);

/** Make the failure of an answer from its status or its content. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: SX_BET,
  waitSecOf: WAIT_SEC_OF,
});
