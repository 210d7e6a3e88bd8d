/**
 * Bid, ask, last trade and tick of a market at a fair price.
 *
 * @module
 */
import { hash32 } from "../../world/hash.ts";

/** The tick sizes of the world's markets, in USDC. */
export type Tick = 0.01 | 0.0025 | 0.001;

/** Prices in whole ticks: `bid / ticksPerUnit` USDC. A bid of 0 and an ask of 1 mean none. */
export interface Quote {
  readonly ticksPerUnit: 100 | 400 | 1000;
  readonly bidTicks: number;
  readonly askTicks: number;
}

/** Beyond these prices the venue has finer ticks. Source: `tick_size_change` of its stream. */
const FINE_BELOW = 0.04;
const FINE_ABOVE = 0.96;

const TICKS_PER_UNIT = { 0.01: 100, 0.0025: 400, 0.001: 1000 } as const;

/**
 * Returns the tick size in USDC. `tick` is the market's own, which applies unless the price is
 * extreme. The effect on ticks of 0.0025 was not observed; here they stay.
 */
export function tickOf(fair: number, tick: Tick): Tick {
  return tick === 0.01 && (fair < FINE_BELOW || fair > FINE_ABOVE) ? 0.001 : tick;
}

/** Returns the two prices around the fair one, one tick apart, inside (0, 1). */
export function quoteOf(fair: number, tick: Tick): Quote {
  const ticksPerUnit = TICKS_PER_UNIT[tickOf(fair, tick)];
  const below = Math.floor(fair * ticksPerUnit);
  const bidTicks = Math.min(Math.max(below, 1), ticksPerUnit - 2);
  return { ticksPerUnit, bidTicks, askTicks: bidTicks + 1 };
}

/** Returns the last trade price of a listing's market, in whole ticks: its bid or its ask. */
export function lastTradeTicks(
  quote: Quote,
  { listing: { eventNumber }, nowSec }: {
    readonly listing: { readonly eventNumber: number };
    readonly nowSec: number;
  },
): number {
  return hash32(eventNumber, nowSec) % 2 === 0 ? quote.bidTicks : quote.askTicks;
}
