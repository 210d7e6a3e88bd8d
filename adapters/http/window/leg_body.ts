/**
 * Writes legs of windows, and how far they are apart, as answers and frames carry them.
 *
 * @module
 */
import { Option } from "effect";
import { basisOf, type Leg, type LegAgreement } from "../../../core/leg/mod.ts";
import { formatE18, parseE18 } from "../../../core/price/mod.ts";
import { exactDigits, exactNumber } from "../wire/number.ts";
import type { LegBasisWire, LegWire } from "./wire_leg.ts";
import type { WindowBasis } from "./wire_basis.ts";

/** Writes a leg. */
export function legBody(leg: Leg): typeof LegWire.static {
  return {
    venue: leg.venue,
    kind: "up_down",
    id: leg.id,
    url: leg.url,
    target: Option.getOrNull(
      Option.map(parseE18(leg.target ?? ""), (priceE18) => exactDigits(formatE18(priceE18))),
    ),
    target_text: leg.target,
    target_state: leg.targetState,
    target_source: leg.targetSource,
    rule: leg.rule,
    outcome: leg.outcome,
    outcome_state: leg.outcomeState,
    settled_text: leg.settled,
    at: leg.atMs === null ? null : new Date(leg.atMs).toISOString(),
    comparable: leg.comparable,
    disputed: leg.isDisputed,
    redistributable: leg.redistributable,
  };
}

/** Writes the basis of each pair of legs whose targets are known. */
export function basisBody(legs: ReadonlyArray<Leg>): Array<typeof LegBasisWire.static> {
  return basisOf(legs).map(({ a, b, priceE18, bps }) => ({
    a,
    b,
    price: exactDigits(formatE18(priceE18)),
    bps: bps === null ? null : exactNumber(bps),
  }));
}

/** Writes how often two venues agreed. */
export function agreementBody(
  { gaps, total }: LegAgreement,
): Pick<typeof WindowBasis.static, "data" | "total"> {
  return {
    data: gaps.map(({ fromBps, toBps, agreed, disagreed }) => ({
      gap_bps_from: fromBps,
      gap_bps_to: toBps,
      agreed,
      disagreed,
    })),
    total,
  };
}
