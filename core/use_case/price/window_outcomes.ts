/**
 * The outcomes of windows that have ended.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import type { Asset } from "../../market/mod.ts";
import { agree, isRoundedSource, type Outcome, outcomeOf } from "../../price/mod.ts";
import type { KnownTarget } from "./target_memory.ts";
import type { RangeTarget } from "./target_range.ts";
import { type WindowClose, windowCloses } from "./window_closes.ts";

/** The outcome of one window. `isFinal`: it is known, and no price behind it can change. */
export interface WindowOutcome {
  readonly closeE18: Option.Option<bigint>;
  readonly outcome: Option.Option<Outcome>;
  readonly isFinal: boolean;
}

/** Windows of one asset and interval with their targets, oldest first. */
export interface WindowOutcomesQuery {
  readonly asset: Asset;
  readonly targets: ReadonlyArray<RangeTarget>;
}

/**
 * One outcome and one close per window, in order. `leftCount`: the number of closes not fetched in
 * time.
 */
export interface WindowOutcomes {
  readonly outcomes: ReadonlyArray<WindowOutcome>;
  readonly closes: ReadonlyArray<Option.Option<WindowClose>>;
  readonly leftCount: number;
  readonly isCached: boolean;
}

/** Finds each window's close and compares it with the target. Fails if the exchange does. */
export const windowOutcomes = Effect.fn("windowOutcomes")(function* (
  { asset, targets }: WindowOutcomesQuery,
) {
  const windows = targets.map(({ window }) => window);
  const { closes, leftCount, isCached } = yield* windowCloses({ asset, windows });
  const outcomes = targets.map((target, index) => toOutcome(target, closes[index]));
  return { outcomes, closes, leftCount, isCached } satisfies WindowOutcomes;
});

function toOutcome(
  { window, result }: RangeTarget,
  close: Option.Option<WindowClose> = Option.none(),
): WindowOutcome {
  const target = Option.flatMap(result, Result.getSuccess);
  const closeE18 = Option.map(close, ({ priceE18 }) => priceE18);
  const both = Option.all({ target, close });
  const outcome = Option.map(
    both,
    ({ target, close }) =>
      outcomeOf(window.interval, {
        targetE18: target.priceE18,
        closeE18: isSame(target, close) ? target.priceE18 : close.priceE18,
      }),
  );
  const isFinal = Option.exists(
    both,
    ({ target, close }) => target.isProvisional !== true && !close.isProvisional,
  );
  return { closeE18, outcome, isFinal };
}

/** A double that agrees with the other price is the same price, rounded: the two count as equal. */
function isSame(target: KnownTarget, close: WindowClose): boolean {
  const isRounded = isRoundedSource(close.source) || isRoundedSource(target.source);
  return isRounded && agree(target.priceE18, close.priceE18);
}
