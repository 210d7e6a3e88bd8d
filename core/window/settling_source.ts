/**
 * The source whose numbers settle a window: what its live price is read from, and no other.
 *
 * @module
 */
import type { OracleStream, TargetRule } from "../price/mod.ts";

/** One stream of the oracle, or the trades of the exchange. */
export type SettlingSource =
  | { readonly provider: "oracle"; readonly stream: OracleStream }
  | { readonly provider: "exchange" };

/** Returns the source of a window's target, which also decides its close. */
export function settlingSource(rule: TargetRule): SettlingSource {
  return rule.kind === "report"
    ? { provider: "oracle", stream: rule.stream }
    : { provider: "exchange" };
}
