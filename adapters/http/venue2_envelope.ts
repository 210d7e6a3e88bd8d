/**
 * What every answer about the secondary venue begins and ends with.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { type OutcomeTarget, tradeOriginOf, Venue2 } from "../../core/use_case/mod.ts";
import type { TradeReference } from "../../core/venue2/mod.ts";
import { outcomeTargetBody, OutcomeTargetWire } from "./wire_outcome_target.ts";
import { IsoWire, nullable } from "./wire_target.ts";

const SOURCE = "hyperliquid";

/** The first fields, for schemas that go on from there. */
export const VENUE2_FIELDS = {
  now: IsoWire,
  slug: nullable(Type.String({ description: "The name that was asked for, without its address" })),
  source: Type.Literal(SOURCE),
};

/** The last field. */
export const VENUE2_RESULTS = { results: Type.Array(OutcomeTargetWire) };

/** The first fields of one answer. */
export function venue2Body(
  { reference, nowMs }: { readonly reference: TradeReference | null; readonly nowMs: number },
) {
  return {
    now: new Date(nowMs).toISOString(),
    slug: reference?.text ?? null,
    source: SOURCE,
  };
}

/** The last field of one answer. */
export const venue2Results = Effect.fnUntraced(function* (targets: ReadonlyArray<OutcomeTarget>) {
  const tradeOrigin = tradeOriginOf(yield* Venue2);
  return { results: targets.map((target) => outcomeTargetBody(target, tradeOrigin)) };
});
