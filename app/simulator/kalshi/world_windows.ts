/**
 * The windows of the world.
 *
 * A window's target is the index at its open, which is the value of the close before it; its result
 * follows from the index at its close. A correction changes a window's own row, not the target of
 * the next one, which was set long before.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { type World } from "../world/world.ts";
import { type CryptoIndex, makeCryptoIndices } from "./crypto_index.ts";
import { fixedPrice } from "./fixed_price.ts";
import {
  type Amendment,
  CREATED_AHEAD_SEC,
  type Ending,
  type ListedWindow,
  NO_TARGET,
  type WindowBook,
} from "./listed_window.ts";
import { isMaintained } from "./maintenance.ts";
import { type Correction, makeWindowFates } from "./window_fate.ts";
import { QUARTER_SEC, WINDOW_SERIES, type WindowSeries } from "./window_series.ts";
import { closesOf, seriesOfWindow, windowTicker } from "./window_ticker.ts";
import { worthMilli } from "./window_trading.ts";

/** The first window of every series opens at 2026-01-01T00:00:00Z. */
const FIRST_OPEN_SEC = 1_767_225_600;
const CREATED_SPREAD_MS = 900_000;
const MILLION = 1_000_000n;
const GREATER_OR_EQUAL = "greater_or_equal";

/** Makes the windows of a world. */
export function makeWorldWindows(world: World): WindowBook {
  const indexOf = makeCryptoIndices(world);
  const makers = new Map(
    [...WINDOW_SERIES].map(([ticker, series]) => [
      ticker,
      makeWindows(series, { seed: world.seed, index: indexOf(series) }),
    ]),
  );
  return {
    *closing(series, { minSec, maxSec }) {
      const windowOf = makers.get(series);
      if (windowOf === undefined) return;
      const firstSec = Math.max(minSec, FIRST_OPEN_SEC + QUARTER_SEC);
      const lastSec = Math.floor(maxSec / QUARTER_SEC) * QUARTER_SEC;
      for (let closeSec = lastSec; closeSec >= firstSec; closeSec -= QUARTER_SEC) {
        if (isHeld(closeSec)) yield windowOf(closeSec);
      }
    },
    named: (ticker) => {
      const windowOf = makers.get(seriesOfWindow(ticker));
      return windowOf === undefined ? [] : closesOf(ticker).filter(isHeld).map(windowOf);
    },
  };
}

/** Whether windows close at a quarter. */
function isHeld(closeSec: number): boolean {
  const openSec = closeSec - QUARTER_SEC;
  return openSec >= FIRST_OPEN_SEC && !isMaintained(openSec);
}

/** Returns the windows of a series, by the second of their close. */
function makeWindows(
  series: WindowSeries,
  { seed, index }: { readonly seed: number; readonly index: CryptoIndex },
): (closeSec: number) => ListedWindow {
  const { digits } = series;
  const fateOf = makeWindowFates(seed, series);
  const spread = streamOf(seed, `kalshi created:${series.asset}`);
  /** The value of a window that closes then, which is the target of the one that opens. */
  const settledTicks = (sec: number) => {
    const isTie = isHeld(sec) && fateOf(sec).isTie;
    return index.meanTicks(isTie ? sec - QUARTER_SEC : sec);
  };
  return (closeSec) => {
    const openSec = closeSec - QUARTER_SEC;
    const { strikeDelayMs, correction } = fateOf(closeSec);
    const target = () => settledTicks(openSec);
    const end = (ticks: bigint): Ending => {
      const isUp = ticks >= target();
      return {
        result: isUp ? "yes" : "no",
        value: fixedPrice(ticks, digits),
        payout: isUp ? "1.0000" : "0.0000",
      };
    };
    const amendment = (made: Correction): Amendment => ({
      fromMs: (closeSec + made.afterSec) * 1000,
      untilMs: (closeSec + made.afterSec + made.lastsSec) * 1000,
      ending: () => end(corrected(settledTicks(closeSec), { target: target(), ...made })),
    });
    return {
      ticker: windowTicker(series.ticker, closeSec),
      createdMs: (openSec - CREATED_AHEAD_SEC) * 1000 -
        hash32(spread, closeSec / QUARTER_SEC) % CREATED_SPREAD_MS,
      openSec,
      closeSec,
      digits,
      strike: strikeDelayMs === undefined ? undefined : {
        fromMs: openSec * 1000 + strikeDelayMs,
        type: GREATER_OR_EQUAL,
        text: () => fixedPrice(target(), digits),
      },
      ending: () => strikeDelayMs === undefined ? NO_TARGET : end(settledTicks(closeSec)),
      amendment: correction === undefined ? undefined : amendment(correction),
      worth: (sec) =>
        worthMilli({ ticks: index.meanTicks(sec), target: target(), leftSec: closeSec - sec }),
      recorded: {},
    };
  };
}

/** Moves a value by some basis points towards its target, and often beyond it. */
function corrected(
  ticks: bigint,
  { target, shiftE6 }: { readonly target: bigint; readonly shiftE6: bigint },
): bigint {
  const shift = ticks * shiftE6 / MILLION + 1n;
  return ticks < target ? ticks + shift : ticks - shift;
}
