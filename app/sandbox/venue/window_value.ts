/**
 * The two prices that decide an up-or-down window, and the one in between, from the world's own
 * oracle and exchange. What is put into those simulators is not seen here.
 *
 * @module
 */
import {
  type Asset,
  type Interval,
  type MarketWindow,
  type VenueProfile,
} from "../../../core/market/mod.ts";
import { type ExchangeMarket, type OracleStream, targetRule } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makeWorldSeries, type ReportSeries } from "../oracle/report_series.ts";
import { makeTwapSeries } from "../oracle/twap_series.ts";
import { type World } from "../world/world.ts";
import { type WorldTape } from "../world/world_tape.ts";

/** A window of one asset. The interval says by which rule it is decided. */
export interface DecidedWindow {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly startSec: number;
  readonly endSec: number;
}

/** Prices of windows in USD, scaled by 10^18. */
export interface WindowValues {
  /** The price at the start, which is the target. */
  opening(window: DecidedWindow): bigint;
  /** The price at the end: up if it is not below the opening. */
  closing(window: DecidedWindow): bigint;
  /** What the closing price would be if nothing moved after an instant inside the window. */
  current(window: DecidedWindow, nowSec: number): bigint;
}

const E8_TO_E18 = 10n ** 10n;
const MINUTE_SEC = 60;
const LOOK_BACK_SEC: Readonly<Record<OracleStream, number>> = { spot: 1, twap_30: 30, twap_60: 60 };
/** Openings are asked for again and again; each takes sixty seconds of the world. */
const OPENINGS_KEPT = 8_192;

function tapeIn(world: World, market: ExchangeMarket, asset: Asset): WorldTape | undefined {
  return world.symbols(market).values().find(({ listing }) => listing.asset === asset)?.tape;
}

/** The values of one world under a profile. */
export function makeWindowValues(world: World, profile: VenueProfile): WindowValues {
  const oracle = (asset: Asset, stream: OracleStream): ReportSeries => {
    const spot = makeWorldSeries(world, asset);
    return stream === "spot" ? spot : makeTwapSeries(spot, LOOK_BACK_SEC[stream]);
  };
  const tape = (asset: Asset): WorldTape | undefined =>
    tapeIn(world, "spot", asset) ?? tapeIn(world, "futures", asset);
  const ruleOf = ({ interval, startSec, endSec }: DecidedWindow) =>
    targetRule(
      profile,
      {
        interval,
        startSec: UnixSec(startSec),
        endSec: UnixSec(endSec),
      } satisfies MarketWindow,
    );
  const lastTradeE18 = (asset: Asset, beforeSec: number): bigint => {
    const minute = Math.floor(beforeSec / MINUTE_SEC);
    const trades = tape(asset);
    const last = trades?.trades(minute).findLast(({ atMs }) => atMs < beforeSec * 1000) ??
      trades?.trades(minute - 1).at(-1);
    return BigInt(last?.priceE8 ?? 0) * E8_TO_E18;
  };
  const opening = (window: DecidedWindow): bigint => {
    const { asset, startSec } = window;
    const rule = ruleOf(window);
    switch (rule.kind) {
      case "report":
        return oracle(asset, rule.stream).next(startSec)?.priceE18 ?? 0n;
      case "minute_close":
        return lastTradeE18(asset, rule.minuteSec + MINUTE_SEC);
      default: {
        const [first] = tape(asset)?.trades(startSec / MINUTE_SEC) ?? [];
        return BigInt(first?.priceE8 ?? 0) * E8_TO_E18;
      }
    }
  };
  const closing = (window: DecidedWindow): bigint => {
    const { asset, startSec, endSec } = window;
    const rule = ruleOf(window);
    switch (rule.kind) {
      case "report":
        return oracle(asset, rule.stream).next(endSec)?.priceE18 ?? 0n;
      case "minute_close":
        return lastTradeE18(asset, rule.minuteSec + MINUTE_SEC + endSec - startSec);
      default:
        return lastTradeE18(asset, endSec);
    }
  };
  const kept = new Map<string, bigint>();
  return {
    closing,
    opening(window) {
      const key = `${window.asset}:${window.interval}:${window.startSec}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const found = opening(window);
      if (kept.size >= OPENINGS_KEPT) kept.clear();
      kept.set(key, found);
      return found;
    },
    current(window, nowSec) {
      const rule = ruleOf(window);
      if (rule.kind !== "report") return lastTradeE18(window.asset, nowSec);
      // Of the seconds that the closing average is made of, those that are over are known.
      const price = world.price(window.asset);
      const nowE18 = price.spotPriceE18(nowSec);
      const lookBackSec = LOOK_BACK_SEC[rule.stream];
      const fromSec = window.endSec - lookBackSec + 1;
      if (nowSec < fromSec) return nowE18;
      let sum = nowE18 * BigInt(Math.max(0, window.endSec - nowSec));
      for (let sec = fromSec; sec <= nowSec; sec++) sum += price.spotPriceE18(sec);
      return sum / BigInt(lookBackSec);
    },
  };
}
