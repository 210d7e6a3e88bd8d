/**
 * What a window's row says of its trading: the best prices, and how much was traded.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { type ListedWindow } from "./listed_window.ts";
import { type WireRow } from "./wire_row.ts";

const MILLION = 1_000_000n;
const ONE_MILLI = 1_000;
/** The tick is a tenth of a cent in the outer tenths, and a cent between. */
const OUTER_MILLI = 100;
/** How far a price usually is from its target after a second, in millionths. */
const USUAL_E6 = 60;
const LEAN_MILLI = 400;
/** At most this much of either side, or nobody offers the other. */
const WORTHLESS_MILLI = 5;

/** The price steps of a market. */
export const PRICE_RANGES: ReadonlyArray<WireRow> = [
  { start: "0.0000", end: "0.1000", step: "0.0010" },
  { start: "0.1000", end: "0.9000", step: "0.0100" },
  { start: "0.9000", end: "1.0000", step: "0.0010" },
];

/** Returns what a contract is worth, in thousandths: the further from the target, the surer. */
export function worthMilli(
  { ticks, target, leftSec }: {
    readonly ticks: bigint;
    readonly target: bigint;
    readonly leftSec: number;
  },
): number {
  const farE6 = Number((ticks - target) * MILLION / target);
  const lean = Math.trunc(LEAN_MILLI * farE6 / (USUAL_E6 * Math.sqrt(leftSec) + 1));
  return Math.min(ONE_MILLI - 1, Math.max(1, ONE_MILLI / 2 + lean));
}

/** Returns the fields at an instant. */
export function tradingFields(window: ListedWindow, nowMs: number): WireRow {
  const { openSec, closeSec, worth } = window;
  const nowSec = Math.floor(nowMs / 1000);
  const isOpen = nowSec >= openSec && nowSec < closeSec;
  const milli = nowSec < openSec ? undefined : worth?.(Math.min(nowSec, closeSec));
  const { bid, ask } = isOpen && milli !== undefined ? bestPrices(milli) : NO_PRICES;
  const stream = streamOf(closeSec, window.ticker);
  const sizeOf = (price: number, side: number) =>
    price === 0 || price === ONE_MILLI ? 0 : 1 + hash32(stream, 2 * nowSec + side) % 100_000;
  const tradedSec = milli === undefined ? 0 : Math.min(nowSec, closeSec) - openSec;
  const volume = tradedSec * (20_000 + hash32(stream, 0) % 100_000);
  return {
    yes_bid_dollars: dollars(bid),
    yes_bid_size_fp: count(sizeOf(bid, 0)),
    yes_ask_dollars: dollars(ask),
    yes_ask_size_fp: count(sizeOf(ask, 1)),
    no_bid_dollars: dollars(ONE_MILLI - ask),
    no_ask_dollars: dollars(ONE_MILLI - bid),
    last_price_dollars: dollars(milli ?? 0),
    previous_yes_bid_dollars: dollars(0),
    previous_yes_ask_dollars: dollars(0),
    previous_price_dollars: dollars(0),
    volume_fp: count(volume),
    volume_24h_fp: count(volume),
    open_interest_fp: count(Math.floor(volume * 2 / 5)),
    liquidity_dollars: dollars(0),
    notional_value_dollars: dollars(ONE_MILLI),
  };
}

const NO_PRICES = { bid: 0, ask: ONE_MILLI };

/** Returns the best bid and ask in thousandths; 0 and 1000 if a side is missing. */
function bestPrices(milli: number) {
  const isOuter = milli < OUTER_MILLI || milli > ONE_MILLI - OUTER_MILLI;
  const step = isOuter ? 1 : 10;
  const level = milli - milli % step;
  return {
    bid: milli <= WORTHLESS_MILLI ? 0 : level - step,
    ask: milli >= ONE_MILLI - WORTHLESS_MILLI ? ONE_MILLI : level + step,
  };
}

/** Returns dollars of thousandths: `0.8800`. */
function dollars(milli: number): string {
  const fraction = String(milli % ONE_MILLI).padStart(3, "0");
  return `${Math.floor(milli / ONE_MILLI)}.${fraction}0`;
}

/** Returns a number of contracts of hundredths: `506.75`. */
function count(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}
