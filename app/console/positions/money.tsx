/**
 * Money in cents, with all its digits on hovering.
 *
 * @module
 */
import { exactPrice } from "../market/price_text.ts";
import { centsText } from "./money_text.ts";

/** USDC, or that it is not certain how many. `isGain`: made or lost, with their sign. */
export function Money({ usdc, isGain = false }: {
  readonly usdc: number | null;
  readonly isGain?: boolean;
}) {
  if (usdc === null) return <span class="soft">not certain</span>;
  const isMade = isGain && usdc > 0;
  const colour = isMade ? "up" : isGain && usdc < 0 ? "down" : "";
  return (
    <span class={`number ${colour}`} title={`${exactPrice(usdc)} USDC`}>
      {isMade ? "+" : ""}
      {centsText(usdc)}
    </span>
  );
}
