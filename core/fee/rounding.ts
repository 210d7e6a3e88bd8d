/**
 * The one place where a fee, a share count or a price is rounded.
 *
 * @module
 */
import { BigDecimal } from "effect";
import type { Ratio } from "./ratio.ts";

/**
 * The rounding mode: `half_even` rounds to the nearest and ties to the even neighbour; `floor`
 * rounds towards minus infinity.
 */
export type RoundingMode = "half_even" | "floor";

/** Rounds a fraction to `scale` digits after the decimal point. */
export function roundRatio(
  { numerator, denominator }: Ratio,
  { scale, mode }: { readonly scale: number; readonly mode: RoundingMode },
): BigDecimal.BigDecimal {
  const scaled = numerator * 10n ** BigInt(scale);
  const below = floorDivision(scaled, denominator);
  return BigDecimal.make(mode === "floor" ? below : below + carry(), scale);

  function carry(): bigint {
    const twice = 2n * (scaled - below * denominator);
    if (twice === denominator) return below & 1n;
    return twice > denominator ? 1n : 0n;
  }
}

/** Divides and rounds down. The `/` of bigints truncates towards 0. */
function floorDivision(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}
