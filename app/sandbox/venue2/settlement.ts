/**
 * How recurring markets are settled: by the mark price at their expiry.
 *
 * @module
 */
import { parseDescription } from "../../../core/venue2/mod.ts";
import { type World } from "../world/world.ts";
import { markPrice } from "./perp.ts";
import { type RecurringOutcome } from "./recurring.ts";

/** What `settledOutcome` answers. */
export interface Settlement {
  /** The outcome as it was listed last. */
  readonly spec: unknown;
  /** What a share of the first side is worth: `1.0` or `0.0`. */
  readonly settleFraction: string;
  /** `price:76876.9`. */
  readonly details: string;
  /** The question that it is a named outcome of. */
  readonly question?: {
    readonly question: { readonly active: number } | { readonly settled: number };
    readonly name: unknown;
    readonly description: unknown;
  };
}

/**
 * Whether an outcome came true at a price: one equal to the target is above it, and one equal to
 * a threshold is in the upper bucket. A fallback never does.
 *
 * The price at the expiry is drawn between the updates of the mark before and after it; as there
 * is one on every second, it is that second's. Source: the venue's contract specifications.
 */
export function cameTrue(
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

/** The settlement of an outcome that has expired. */
export function settlementOf(world: World, outcome: RecurringOutcome): Settlement {
  const { row, question, expired, perp } = outcome;
  const price = markPrice(world, perp, expired.expiryMs / 1000);
  return {
    spec: row,
    settleFraction: cameTrue(outcome, price) ? "1.0" : "0.0",
    details: `price:${price}`,
    ...(question === undefined ? {} : {
      question: {
        question: { settled: question.question },
        name: question.name,
        description: question.description,
      },
    }),
  };
}
