/**
 * The resting orders of the world's traders: a function of seed, market and second.
 *
 * @module
 */
import { type Quote } from "../venue/quote.ts";
import { hash32, unit } from "../../world/hash.ts";
import { type Level, type Levels } from "./level.ts";

/** The market and the second. `stream` is the market's. */
interface Moment {
  readonly stream: number;
  readonly nowSec: number;
}

const ONE_E6 = 1_000_000;
const CENT_E6 = 10_000n;

/** Number of levels per side, if there is room, and how long the number lasts. */
const COUNT_MIN = 5;
const COUNT_SPREAD = 11;
const COUNT_SEC = 120;
/** How long an odd price between others has or lacks orders. */
const GAP_SEC = 90;
/** A level's size stays similar for this long, and changes slightly every few seconds. */
const BASE_SEC = 600;
const CHANGE_SEC_MIN = 3;
const CHANGE_SEC_SPREAD = 8;
/** Base sizes at the touch, in shares. */
const TOUCH_MIN = 24;
const TOUCH_SPREAD = 180;
/** Growth of the size with each tick away from the touch, up to a maximum of ticks. */
const DEEPER = 0.5;
const DEEPER_TICKS_MAX = 12;
/** One level in this many has a very large order. */
const RICH_ONE_IN = 16;
const RICH = 5;

/**
 * Returns the levels of the first outcome around a quote. The second's are their {@linkcode
 * mirror}.
 */
export function worldLevels(quote: Quote, moment: Moment): Levels {
  const { bidTicks, askTicks, ticksPerUnit } = quote;
  const ladder = (touchTicks: number, step: 1 | -1) =>
    ladderTicks({ touchTicks, ticksPerUnit, step }, moment).map((ticks): Level => ({
      priceE6: BigInt(ticks * (ONE_E6 / ticksPerUnit)),
      sizeE6: sizeE6Of({ ticks, step, depthTicks: Math.abs(ticks - touchTicks) }, moment),
    })).reverse();
  return { bids: ladder(bidTicks, -1), asks: ladder(askTicks, 1) };
}

/**
 * Returns the same orders from the other outcome's view: buying one at p is selling the other at 1
 * - p.
 */
export function mirror({ bids, asks }: Levels): Levels {
  const across = ({ priceE6, sizeE6 }: Level) => ({ priceE6: BigInt(ONE_E6) - priceE6, sizeE6 });
  return { bids: asks.map(across), asks: bids.map(across) };
}

/**
 * Returns the prices of a side that have orders, best first. The touch and even prices always do.
 */
function ladderTicks(
  { touchTicks, ticksPerUnit, step }: {
    readonly touchTicks: number;
    readonly ticksPerUnit: number;
    readonly step: 1 | -1;
  },
  { stream, nowSec }: Moment,
): ReadonlyArray<number> {
  const side = hash32(stream, step);
  const count = COUNT_MIN + hash32(side, Math.floor(nowSec / COUNT_SEC)) % COUNT_SPREAD;
  const gaps = hash32(side, -1 - Math.floor(nowSec / GAP_SEC));
  const found: number[] = [];
  for (let ticks = touchTicks; ticks > 0 && ticks < ticksPerUnit; ticks += step) {
    const has = ticks === touchTicks || ticks % 2 === 0 || hash32(gaps, ticks) % 2 === 0;
    if (has) found.push(ticks);
    if (found.length === count) break;
  }
  return found;
}

/** Returns whole shares, or shares with two decimals, times 10^6. */
function sizeE6Of(
  { ticks, step, depthTicks }: {
    readonly ticks: number;
    readonly step: 1 | -1;
    readonly depthTicks: number;
  },
  { stream, nowSec }: Moment,
): bigint {
  const level = hash32(hash32(stream, step), ticks);
  const base = hash32(level, Math.floor(nowSec / BASE_SEC));
  const everySec = CHANGE_SEC_MIN + level % CHANGE_SEC_SPREAD;
  const change = hash32(level, -1 - Math.floor((nowSec + level % everySec) / everySec));
  const shares = (TOUCH_MIN + TOUCH_SPREAD * unit(base)) * (0.7 + 0.6 * unit(change)) *
    (1 + DEEPER * Math.min(depthTicks, DEEPER_TICKS_MAX)) * (base % RICH_ONE_IN === 0 ? RICH : 1);
  const cents = level % 2 === 0 ? Math.floor(shares) * 100 : Math.floor(shares * 100);
  return BigInt(cents) * CENT_E6;
}
