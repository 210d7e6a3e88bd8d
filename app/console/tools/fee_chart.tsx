/**
 * The curves of a fee over the price of a share, drawn.
 *
 * @module
 */
import { useId } from "preact/hooks";
import {
  axisEnd,
  drawnFigure,
  feeCurve,
  type FeeFormula,
  feeUsdc,
  highestPoint,
} from "./fee_curve.ts";

/** The drawing's size, and the edges of the part where the curves are. */
const WIDTH = 640;
const HEIGHT = 282;
const LEFT = 64;
const RIGHT = 624;
const TOP = 12;
const BOTTOM = 220;

const NAMES = { flat: "Flat formula", legacy: "Legacy formula" } as const;

/** The drawing, with what it shows in words. */
export function FeeChart({ formulas, shares, price }: {
  readonly formulas: ReadonlyArray<FeeFormula>;
  readonly shares: number;
  readonly price: number;
}) {
  const id = useId();
  const curves = formulas.map((formula) => {
    const points = feeCurve(formula, shares);
    const highest = highestPoint(points);
    return { formula, points, highest, marked: feeUsdc(formula, { shares, price }) };
  });
  const endUsdc = axisEnd(Math.max(...curves.map(({ highest }) => highest.usdc)));
  const x = (price: number) => LEFT + price * (RIGHT - LEFT);
  const y = (usdc: number) => BOTTOM - (usdc / endUsdc) * (BOTTOM - TOP);
  const words = curves.map(({ formula: { kind }, highest, marked }) =>
    `${NAMES[kind]}: about ${drawnFigure(marked)} USDC at the price ${price}; highest near ` +
    `${drawnFigure(highest.price)}, with ${drawnFigure(highest.usdc)} USDC.`
  );
  return (
    <figure class="curve">
      <svg
        width="100%"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}-t ${id}-d`}
      >
        <title id={`${id}-t`}>The fee of {shares} shares over the price of a share</title>
        <desc id={`${id}-d`}>{words.join(" ")}</desc>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <g key={part}>
            <path d={`M${LEFT} ${y(part * endUsdc)}H${RIGHT}`} />
            <text x={LEFT - 8} y={y(part * endUsdc) + 4} text-anchor="end">
              {drawnFigure(part * endUsdc)}
            </text>
            <text x={x(part)} y={BOTTOM + 23} text-anchor="middle">{part}</text>
          </g>
        ))}
        <text x={(LEFT + RIGHT) / 2} y={HEIGHT - 8} text-anchor="middle">
          price of a share in USDC
        </text>
        <path class="marked" d={`M${x(price)} ${TOP}V${BOTTOM}`} />
        {curves.map(({ formula: { kind }, points, marked }) => (
          <g key={kind} class={kind}>
            <path
              d={points.map(({ price, usdc }, at) =>
                `${at === 0 ? "M" : "L"}${x(price).toFixed(1)} ${y(usdc).toFixed(1)}`
              ).join("")}
            />
            <circle cx={x(price)} cy={y(marked)} r="4" />
          </g>
        ))}
      </svg>
      <figcaption>
        {curves.map(({ formula: { kind, feeRate, exponent }, marked }) => (
          <span key={kind} class={kind}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
              <path d="M0 4H28" />
            </svg>{" "}
            {NAMES[kind]}, rate {feeRate}
            {kind === "legacy" ? `, exponent ${exponent}` : ""}: about {drawnFigure(marked)} USDC at
            {" "}
            {price}
          </span>
        ))}
        <span class="soft">
          A drawing of the fee of {shares} shares in USDC. The service's own figures are below.
        </span>
      </figcaption>
    </figure>
  );
}
