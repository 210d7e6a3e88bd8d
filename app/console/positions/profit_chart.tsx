/**
 * The curve of what a wallet has realized, drawn.
 *
 * @module
 */
import { useId } from "preact/hooks";
import { drawnFigure } from "../tools/fee_curve.ts";
import { curveText, gridOf, type ProfitCurve, type ProfitPoint } from "./profit_curve.ts";

/** The drawing's size, and the edges of the part where the curve is. */
const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 76;
const RIGHT = 632;
const TOP = 14;
const BOTTOM = 182;

/** The drawing, with what it shows in words. */
export function ProfitChart({ curve }: { readonly curve: ProfitCurve }) {
  const id = useId();
  const { points, leftOut } = curve;
  const [first, last] = [points[0], points.at(-1)];
  const isFlat = leftOut.length === 0 && points.every(({ usdc }) => usdc === 0);
  if (first === undefined || last === undefined || isFlat) {
    return (
      <p class="soft">
        Nothing is realized yet. A sale, a claim or a merge realizes what it brings beyond its cost;
        a position that lost, what it cost.
      </p>
    );
  }
  const grid = gridOf(points);
  const [lowest = 0, highest = 1] = [grid[0], grid.at(-1)];
  const x = (index: number) => LEFT + index / (points.length - 1) * (RIGHT - LEFT);
  const y = (usdc: number) => BOTTOM - (usdc - lowest) / (highest - lowest) * (BOTTOM - TOP);
  const line = (part: ReadonlyArray<ProfitPoint>, from: number) =>
    part.map(({ usdc }, index) =>
      `${index === 0 ? "M" : "L"}${x(from + index).toFixed(1)} ${y(usdc).toFixed(1)}`
    ).join("");
  // From a day on that is left out, the curve is without it.
  const unsure = points.findIndex(({ day }) => leftOut.includes(day));
  const sure = unsure === -1 ? points : points.slice(0, unsure);
  const words = curveText(curve);
  return (
    <figure class="curve">
      <svg
        width="100%"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}-t ${id}-d`}
      >
        <title id={`${id}-t`}>Realized, in USDC, added up by day</title>
        <desc id={`${id}-d`}>{words}</desc>
        {grid.map((usdc) => (
          <g key={usdc}>
            <path class={usdc === 0 ? "zero" : ""} d={`M${LEFT} ${y(usdc)}H${RIGHT}`} />
            <text x={LEFT - 8} y={y(usdc) + 5} text-anchor="end">{drawnFigure(usdc)}</text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 10}>{first.day}</text>
        <text x={RIGHT} y={HEIGHT - 10} text-anchor="end">{last.day}</text>
        <g class="made">
          <path d={line(sure, 0)} />
          {unsure === -1
            ? null
            : <path class="unsure" d={line(points.slice(unsure - 1), unsure - 1)} />}
          <circle cx={x(points.length - 1)} cy={y(last.usdc)} r="4" />
        </g>
      </svg>
      <figcaption class="soft">Realized, added up by UTC day, before fees: {words}</figcaption>
    </figure>
  );
}
