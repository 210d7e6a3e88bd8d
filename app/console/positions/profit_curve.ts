/**
 * What a wallet has realized, added up day by day, to draw.
 *
 * @module
 */
import type { ProfitRow } from "../../client/typescript/wire/profit.ts";
import { axisEnd } from "../tools/fee_curve.ts";
import { addUsdc, centsText } from "./money_text.ts";

/** What had been realized when a UTC day ended. */
export interface ProfitPoint {
  readonly day: string;
  readonly usdc: number;
}

/** The curve. */
export interface ProfitCurve {
  /** Every day, from the one before the first trade on. */
  readonly points: ReadonlyArray<ProfitPoint>;
  /** Days of which it is not certain what they made. They add nothing. */
  readonly leftOut: ReadonlyArray<string>;
}

const DAY_MS = 86_400_000;

/** Returns the curve until a day. `rows`: by day, in their order; days without any are left out. */
export function profitCurve(
  rows: ReadonlyArray<Pick<ProfitRow, "key" | "realized_usdc">>,
  lastDay: string,
): ProfitCurve {
  const [first] = rows;
  if (first === undefined) return { points: [], leftOut: [] };
  const made = new Map(rows.map(({ key, realized_usdc }) => [key, realized_usdc]));
  const points: Array<ProfitPoint> = [];
  let usdc = 0;
  for (let ms = Date.parse(first.key) - DAY_MS; ms <= Date.parse(lastDay); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    usdc = addUsdc(usdc, made.get(day) ?? 0);
    points.push({ day, usdc });
  }
  return {
    points,
    leftOut: rows.filter((row) => row.realized_usdc === null).map(({ key }) => key),
  };
}

/** About so many, with room between them for their figures. */
const STEPS = 4;

/** Returns the amounts to draw lines at: round ones around the curve, lowest first, with 0. */
export function gridOf(points: ReadonlyArray<ProfitPoint>): ReadonlyArray<number> {
  const sums = points.map(({ usdc }) => usdc);
  const [lowest, highest] = [Math.min(0, ...sums), Math.max(0, ...sums)];
  const step = axisEnd((highest - lowest) / STEPS);
  const from = Math.floor(lowest / step);
  const to = Math.max(from + 1, Math.ceil(highest / step));
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
}

/** Returns the curve in words. */
export function curveText({ points, leftOut }: ProfitCurve): string {
  const last = points.at(-1);
  if (last === undefined) return "";
  const lowest = points.reduce((low, one) => one.usdc < low.usdc ? one : low);
  const highest = points.reduce((high, one) => one.usdc > high.usdc ? one : high);
  // Neither where the curve begins, nor where it ends.
  const at = (name: string, { usdc, day }: ProfitPoint) =>
    usdc === 0 || usdc === last.usdc ? "" : `, ${name} ${centsText(usdc)} on ${day}`;
  const missing = leftOut.length === 0 ? "" : `. Not certain, and left out: ${leftOut.join(", ")}`;
  return `${centsText(last.usdc)} USDC on ${last.day}${at("highest", highest)}` +
    `${at("lowest", lowest)}${missing}`;
}
