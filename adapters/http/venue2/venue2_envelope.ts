/**
 * The common fields of answers about the secondary venue.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { type OutcomeTarget, tradeOriginOf, Venue2 } from "../../../core/use_case/venue2/mod.ts";
import type { TradeReference } from "../../../core/venue2/mod.ts";
import { VENUE2_SLUG_PARAMETER } from "./venue2_slug.ts";
import { outcomeTargetBody, OutcomeTargetWire } from "./wire_outcome_target.ts";
import { IsoWire, nullable } from "../price/wire_target.ts";
import { isoNow } from "../edge/iso_now.ts";

const SOURCE = "hyperliquid";

/** The first fields, for schemas that extend them. */
export const VENUE2_FIELDS = {
  now: IsoWire,
  slug: nullable(Type.String({ description: "The requested name, without its URL" }), {
    examples: [VENUE2_SLUG_PARAMETER.example],
  }),
  source: Type.Literal(SOURCE),
};

/** The last field. */
export const VENUE2_RESULTS = { results: Type.Array(OutcomeTargetWire) };

/** Returns the first fields of one answer. */
export function venue2Body(
  { reference, nowMs }: { readonly reference: TradeReference | null; readonly nowMs: number },
) {
  return {
    now: isoNow(nowMs),
    slug: reference?.text ?? null,
    source: SOURCE,
  };
}

/** Returns the last field of one answer. */
export const venue2Results = Effect.fnUntraced(function* (targets: ReadonlyArray<OutcomeTarget>) {
  const tradeOrigin = tradeOriginOf(yield* Venue2);
  return { results: targets.map((target) => outcomeTargetBody(target, tradeOrigin)) };
});
