/**
 * What positions come to.
 *
 * @module
 */
import type { Position } from "../../client/typescript/wire/position.ts";
import { countText } from "../part/number_text.ts";
import { addUsdc } from "./money_text.ts";

/** What positions bring, but for those of which that is not certain. */
export interface PositionSum {
  /** Null where it is certain of none. */
  readonly usdc: number | null;
  readonly count: number;
  /** How many are left out. */
  readonly leftOut: number;
}

/** Adds up the values of positions. */
export function positionSum(
  positions: ReadonlyArray<Pick<Position, "value_usdc">>,
): PositionSum {
  const known = positions.flatMap(({ value_usdc }) => value_usdc ?? []);
  const count = positions.length;
  const leftOut = count - known.length;
  const isKnown = count === 0 || known.length > 0;
  return { usdc: isKnown ? known.reduce(addUsdc, 0) : null, count, leftOut };
}

/** Returns of what a sum is. `hasMore`: not every position is listed. */
export function sumText({ usdc, count, leftOut }: PositionSum, hasMore: boolean): string {
  const summed = countText(usdc === null ? count : count - leftOut, "position");
  const others = usdc === null || leftOut === 0 ? "" : `, ${leftOut} more not certain`;
  return `${hasMore ? "of the last " : ""}${summed}${others}`;
}
