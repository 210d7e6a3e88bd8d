/**
 * The two sides of an outcome market, and the number that identifies each in trading.
 *
 * Source: asset ids in the venue's documentation.
 *
 * @module
 */
import { Option } from "effect";

/** The names of the sides. */
export const SIDES = ["yes", "no"] as const;

/** One of {@linkcode SIDES}. */
export type Side = (typeof SIDES)[number];

/** The index of a side among the two of its market. */
export type SideIndex = 0 | 1;

/** One side of one market. */
export interface MarketSide {
  readonly outcomeId: number;
  readonly sideIndex: SideIndex;
}

const SIDES_MAX = 10;

/** Returns `10 * outcome + side`, the number after the `#` of a coin. */
export function sideNumber({ outcomeId, sideIndex }: MarketSide): number {
  return SIDES_MAX * outcomeId + sideIndex;
}

/** Parses a coin such as `#2431`. None for other text, and for a third side. */
export function parseCoin(text: string): Option.Option<MarketSide> {
  const [, outcome = "0", side] = /^#([1-9]\d{0,13})?([01])$/.exec(text) ?? [];
  if (side === undefined) return Option.none();
  return Option.some({ outcomeId: Number(outcome), sideIndex: side === "0" ? 0 : 1 });
}
