/**
 * The basis of a window: how far the targets of two venues are apart.
 *
 * @module
 */
import { type BigDecimal, Option } from "effect";
import { roundRatio } from "../fee/mod.ts";
import { parseE18 } from "../price/mod.ts";
import type { Leg } from "./leg.ts";

/** Two legs of a window whose targets are known. */
export interface LegBasis {
  readonly a: string;
  readonly b: string;
  /** The target of `b` less that of `a`, US dollars times 10^18. */
  readonly priceE18: bigint;
  /** The same in hundredths of a percent of the target of `a`, half to even, to four decimals. */
  readonly bps: BigDecimal.BigDecimal | null;
}

const WHOLE_BPS = 10_000n;
const BPS_SCALE = 4;

/** Returns the basis of each pair of legs with targets, in the order of the legs. */
export function basisOf(legs: ReadonlyArray<Leg>): ReadonlyArray<LegBasis> {
  const known = legs.flatMap(({ venue, target }) =>
    Option.toArray(Option.map(parseE18(target ?? ""), (targetE18) => ({ venue, targetE18 })))
  );
  return known.flatMap((a, index) =>
    known.slice(index + 1).map((b): LegBasis => {
      const priceE18 = b.targetE18 - a.targetE18;
      const bps = a.targetE18 <= 0n ? null : roundRatio(
        { numerator: priceE18 * WHOLE_BPS, denominator: a.targetE18 },
        { scale: BPS_SCALE, mode: "half_even" },
      );
      return { a: a.venue, b: b.venue, priceE18, bps };
    })
  );
}
