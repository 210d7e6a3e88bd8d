/**
 * A price of the oracle at its second, whichever way it reached us.
 *
 * @module
 */
import { type OracleStream } from "./target_rule.ts";

/** It covers the seconds from `validFromSec` to `observedSec`, both included. */
export interface Observation {
  readonly stream: OracleStream;
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly priceE18: bigint;
}
