/**
 * The fee of a trade by the price of a share, to draw.
 *
 * Floats: the figures that count are the service's.
 *
 * @module
 */

/** A formula with its figures. */
export interface FeeFormula {
  readonly kind: "flat" | "legacy";
  readonly feeRate: number;
  /** Of the legacy formula. */
  readonly exponent: number;
}

/** The fee in USDC of so many shares at a price from 0 to 1. */
export function feeUsdc(
  { kind, feeRate, exponent }: FeeFormula,
  { shares, price }: { readonly shares: number; readonly price: number },
): number {
  const spread = price * (1 - price);
  return kind === "flat"
    ? shares * feeRate * spread
    : shares * price * feeRate * spread ** exponent;
}

/** A point of a curve: the price of a share, and the fee in USDC. */
export interface CurvePoint {
  readonly price: number;
  readonly usdc: number;
}

/** More are not seen. */
const STEPS = 100;

/** The points of the curve from price 0 to 1, both included. */
export function feeCurve(formula: FeeFormula, shares: number): ReadonlyArray<CurvePoint> {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const price = step / STEPS;
    return { price, usdc: feeUsdc(formula, { shares, price }) };
  });
}

/** The highest point of a curve. */
export function highestPoint(points: ReadonlyArray<CurvePoint>): CurvePoint {
  return points.reduce((highest, point) => point.usdc > highest.usdc ? point : highest);
}

/** Where the axis of the fee ends: a round figure at or above the highest fee. */
export function axisEnd(highestUsdc: number): number {
  if (!(highestUsdc > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highestUsdc));
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= highestUsdc) ?? 10;
  return step * power;
}

/** A figure of a drawing, in few digits. */
export function drawnFigure(figure: number): string {
  return String(Number(figure.toPrecision(3)));
}
