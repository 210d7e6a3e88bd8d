/**
 * Compares the price that the venue published for a window's end with the next window's target.
 *
 * Both are the same number. If they differ, one of the two windows has a wrong price.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { providerOf } from "../../market/mod.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import {
  agree,
  type Evidence,
  formatE18,
  parseE18,
  streamOf,
  type TargetQuery,
} from "../../price/mod.ts";
import type { FilledWindow, FinalPriceDispute } from "./backfill_progress.ts";

/** A window with a price. */
type Priced = Exclude<FilledWindow, { readonly kind: "missing" }>;

/** Checks the windows of a series, given in order and in parts. Returns each part's disputes. */
export type CheckFinalPrices = (
  outcomes: ReadonlyArray<FilledWindow>,
) => Effect.Effect<ReadonlyArray<FinalPriceDispute>, StoreFailed>;

/**
 * Makes the check of one series. It skips two windows that were both stored before: they were
 * compared when the later one was stored.
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
    // Only the metadata contain a final price.
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
        if (areComparable(earlier, outcome)) found.push(...yield* dispute(earlier, outcome));
      }
    }
    return found;
  });
}

function isPriced(outcome: FilledWindow): outcome is Priced {
  return outcome.kind !== "missing";
}

function areComparable(earlier: Priced, later: Priced): boolean {
  const [a, b] = [earlier.query.window, later.query.window];
  // A window closes on the stream on which it opened; the next one may open on another.
  const isOneStream = streamOf(earlier.query.rule) === streamOf(later.query.rule);
  return providerOf(a.interval) === "oracle" && a.endSec === b.startSec && isOneStream &&
    !(earlier.kind === "stored_before" && later.kind === "stored_before");
}

function finalPriceOf(evidence: Evidence): Option.Option<bigint> {
  return evidence.kind === "published" && evidence.finalPrice !== undefined
    ? parseE18(evidence.finalPrice)
    : Option.none();
}
