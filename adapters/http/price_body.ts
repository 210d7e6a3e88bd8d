/**
 * Writes a price, or why there is none, as an item of a list carries it.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type Interval, providerOf } from "../../core/market/mod.ts";
import { e18ToNumber } from "../../core/price/mod.ts";
import type { BookResult, KnownTarget } from "../../core/use_case/mod.ts";
import { toRefusal } from "./failure.ts";
import { type Refusal } from "./refusal.ts";

/** What stands where there was no time to ask. */
export const NOT_FETCHED = "not fetched yet";

/** `source` names the provider while there is no price that says where it was found. */
export function priceBody(interval: Interval, result: Option.Option<BookResult>) {
  const source = providerOf(interval);
  if (Option.isNone(result)) return { ok: false, source, price: null, error: NOT_FETCHED };
  if (Result.isFailure(result.value)) {
    return { ok: false, source, price: null, error: result.value.failure.message };
  }
  return { ok: true, ...foundPriceBody(result.value.success) };
}

/** A price that was found. `provisional` stands there only while it may still be corrected. */
export function foundPriceBody({ source, priceE18, isProvisional }: KnownTarget) {
  const price = { source, price: e18ToNumber(priceE18) };
  return isProvisional === true ? { ...price, provisional: true as const } : price;
}

/**
 * The refusal of a list of which nothing could be had, or undefined if something could. What there
 * was no time to ask for may still be had.
 */
export function refusalOfAll(
  results: ReadonlyArray<Option.Option<BookResult>>,
): Refusal | undefined {
  const failures = results.flatMap((result) =>
    Option.isSome(result) && Result.isFailure(result.value) ? [result.value.failure] : []
  );
  const [first] = failures;
  return first !== undefined && failures.length === results.length ? toRefusal(first) : undefined;
}
