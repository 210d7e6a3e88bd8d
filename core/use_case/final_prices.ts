/**
 * Holds the price that the venue published for a window's end against the next window's target.
 *
 * The two are one number. Where they differ, one of the two windows was told wrongly.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { providerOf } from "../market/mod.ts";
import type { StoreFailed } from "../port/mod.ts";
import {
  agree,
  type Evidence,
  formatE18,
  parseE18,
  streamOf,
  type TargetQuery,
} from "../price/mod.ts";
import type { FilledWindow, FinalPriceDispute } from "./backfill_progress.ts";

/** A window with a price. */
type Priced = Exclude<FilledWindow, { readonly kind: "missing" }>;

/** Takes the windows of a series in order, in parts. Gives what is disputed in each part. */
export type CheckFinalPrices = (
  outcomes: ReadonlyArray<FilledWindow>,
) => Effect.Effect<ReadonlyArray<FinalPriceDispute>, StoreFailed>;

/**
 * Makes the check of one series. Two windows that both were stored before were held against each
 * other when the later one came.
 */
export function makeCheckFinalPrices(
  evidenceOf: (query: TargetQuery) => Effect.Effect<Option.Option<Evidence>, StoreFailed>,
): CheckFinalPrices {
  let before: FilledWindow | undefined;

  const finalPrice = Effect.fnUntraced(function* (outcome: Priced) {
    const { query, target } = outcome;
    if (outcome.kind === "found" && outcome.evidence !== undefined) {
      return finalPriceOf(outcome.evidence);
    }
    // No other source says how a window ended.
    if (target.source !== "venue_metadata") return Option.none();
    return Option.flatMap(yield* evidenceOf(query), finalPriceOf);
  });

  const dispute = Effect.fnUntraced(function* (earlier: Priced, later: Priced) {
    const final = yield* finalPrice(earlier);
    const { priceE18 } = later.target;
    if (Option.isNone(final) || agree(final.value, priceE18)) return [];
    const { startSec } = earlier.query.window;
    const [finalPriceText, nextPrice] = [formatE18(final.value), formatE18(priceE18)];
    return [{ startSec, finalPrice: finalPriceText, nextPrice }];
  });

  return Effect.fnUntraced(function* (outcomes) {
    const found: Array<FinalPriceDispute> = [];
    for (const outcome of outcomes) {
      const earlier = before;
      before = outcome;
      if (earlier !== undefined && isPriced(earlier) && isPriced(outcome)) {
        if (areHeldTogether(earlier, outcome)) found.push(...yield* dispute(earlier, outcome));
      }
    }
    return found;
  });
}

function isPriced(outcome: FilledWindow): outcome is Priced {
  return outcome.kind !== "missing";
}

function areHeldTogether(earlier: Priced, later: Priced): boolean {
  const [a, b] = [earlier.query.window, later.query.window];
  // A window closes on the stream by which it opened, which the next one may not open by.
  const isOneStream = streamOf(earlier.query.rule) === streamOf(later.query.rule);
  return providerOf(a.interval) === "oracle" && a.endSec === b.startSec && isOneStream &&
    !(earlier.kind === "stored_before" && later.kind === "stored_before");
}

function finalPriceOf(evidence: Evidence): Option.Option<bigint> {
  return evidence.kind === "published" && evidence.finalPrice !== undefined
    ? parseE18(evidence.finalPrice)
    : Option.none();
}
