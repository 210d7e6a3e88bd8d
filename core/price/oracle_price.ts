/**
 * A price of the oracle for given seconds, from any of its sources.
 *
 * @module
 */
import { type OracleStream } from "./target_rule.ts";

/** A price of the oracle that covers the seconds `validFromSec` to `observedSec`, both included. */
export interface OraclePrice {
  readonly stream: OracleStream;
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly priceE18: bigint;
}
