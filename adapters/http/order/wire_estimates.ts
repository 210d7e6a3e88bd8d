/**
 * The three estimates of an order on paper.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option } from "effect";
import { byEstimate, type Fill, filledPrice, type PriceBound } from "../../../core/order/mod.ts";
import { nullable } from "../wire/answer.ts";
import { exactE6, ExactNumber, exactNumber } from "../wire/number.ts";

const EstimateWire = Type.Object({
  shares: ExactNumber({ examples: [12] }),
  usdc: ExactNumber({ examples: [6.36] }),
  average_price: nullable(ExactNumber(), { examples: [0.53] }),
}, { $id: "Estimate" });

/** The schema of all three. */
export const EstimatesWire = Type.Object({
  pessimistic: EstimateWire,
  likely: EstimateWire,
  optimistic: EstimateWire,
}, {
  $id: "Estimates",
  description: "What an order on paper would have traded: what passed its price, what its place " +
    "in the queue makes likely, which its fills follow, or all at its price",
});

/** Returns the field of an order that says what each estimate gives; nothing of a real order. */
export function estimatesBody(
  { estimates }: Fill,
  bound: PriceBound,
): { readonly estimates?: Static<typeof EstimatesWire> } {
  if (estimates === undefined) return {};
  return {
    estimates: byEstimate((estimate) => {
      const { sharesE6, usdcE6 } = estimates[estimate];
      const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(usdcE6) };
      return {
        shares: exactE6(sharesE6),
        usdc: exactE6(usdcE6),
        average_price: Option.getOrNull(Option.map(filledPrice(fill, bound), exactNumber)),
      };
    }),
  };
}
