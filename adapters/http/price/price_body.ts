/**
 * Writes a price, or why there is none, as a list item.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type Interval, providerOf } from "../../../core/market/mod.ts";
import { e18ToNumber } from "../../../core/price/mod.ts";
import type { KnownTarget, TargetResult } from "../../../core/use_case/price/mod.ts";
import { toRefusal } from "../edge/answer/failure.ts";
import { type Refusal } from "../edge/answer/refusal.ts";

/** The error of an item that there was no time to fetch. */
export const NOT_FETCHED = "not fetched yet";

/** Writes an item. Without a price, `source` names the provider. */
export function priceBody(interval: Interval, result: Option.Option<TargetResult>) {
  const source = providerOf(interval);
  if (Option.isNone(result)) return { ok: false, source, price: null, error: NOT_FETCHED };
  if (Result.isFailure(result.value)) {
    return { ok: false, source, price: null, error: result.value.failure.message };
  }
  return { ok: true, ...foundPriceBody(result.value.success) };
}

/** Writes a price. `provisional` is present only while the price may still be corrected. */
export function foundPriceBody({ source, priceE18, isProvisional }: KnownTarget) {
  const price = { source, price: e18ToNumber(priceE18) };
  return isProvisional === true ? { ...price, provisional: true as const } : price;
}

/**
 * Returns the refusal of a list without any price, or undefined if it has one. Items that were not
 * fetched yet may still have a price.
 */
export function refusalOfAll(
  results: ReadonlyArray<Option.Option<TargetResult>>,
): Refusal | undefined {
  // Most lists have a price at once, and a long one is not searched further.
  const isHopeful = results.some((result) =>
    Option.isNone(result) || Result.isSuccess(result.value)
  );
  const [first] = results;
  if (isHopeful || first === undefined) return undefined;
  return Option.isSome(first) && Result.isFailure(first.value)
    ? toRefusal(first.value.failure)
    : undefined;
}
