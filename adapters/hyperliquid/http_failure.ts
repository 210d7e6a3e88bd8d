/**
 * Maps the secondary venue's status codes to failures.
 *
 * @module
 */
import { makeStatusFailures } from "../outbound/mod.ts";

/** The venue's name in failures, in the log and on the status page. */
export const HYPERLIQUID = "hyperliquid";

/** The venue counts weight by the minute, without saying when the next one begins. */
const WAIT_SEC_OF: ReadonlyMap<number, number> = new Map([[429, 15]]);

/** Classifies an answer by its status or content. */
export const { failureOf, unreadable } = makeStatusFailures({
  provider: HYPERLIQUID,
  waitSecOf: WAIT_SEC_OF,
});
