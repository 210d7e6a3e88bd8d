/**
 * The settlement of recurring markets, by the mark price at their expiry.
 *
 * @module
 */
import { parseDescription } from "../../../core/venue2/mod.ts";
import { type World } from "../world/world.ts";
import { markPrice } from "./perp.ts";
import { type RecurringOutcome } from "./recurring.ts";

/** How an outcome was settled. */
export interface Settlement {
  /** The payout of a share of the first side: `1.0` or `0.0`. */
  readonly settleFraction: string;
  /** `price:76876.9`. */
  readonly details: string;
}

/**
 * Returns whether an outcome came true at a price: a price equal to the target counts as above it,
 * and one equal to a threshold is in the upper bucket. A fallback never comes true.
 *
 * The price at the expiry is interpolated between the mark updates before and after it; with one
 * update per second it is the price of that second. Source: the venue's contract specifications.
 */
function cameTrue(
  { row, question }: Pick<RecurringOutcome, "row" | "question">,
  price: string,
): boolean {
  const facts = parseDescription(row.description);
  const target = facts.get("targetPrice");
  if (target !== undefined) return Number(price) >= Number(target);
  const thresholds = parseDescription(question?.description ?? "").get("priceThresholds");
  if (thresholds === undefined) return false;
  const bucket = thresholds.split(",").filter((from) => Number(price) >= Number(from)).length;
  return facts.get("index") === String(bucket);
}

/** Returns the settlement of an expired outcome. */
export function settlementOf(world: World, outcome: RecurringOutcome): Settlement {
  const { expired, perp } = outcome;
  const price = markPrice(world, perp, expired.expiryMs / 1000);
  return { settleFraction: cameTrue(outcome, price) ? "1.0" : "0.0", details: `price:${price}` };
}
