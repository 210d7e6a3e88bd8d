/**
 * The prices of a simulated world: each is known before anybody asks, and none is like another.
 *
 * @module
 */
import { type Asset, type MarketWindow } from "../../core/market/mod.ts";
import {
  formatE18,
  type HourRollover,
  publishedTarget,
  type RelayPoint,
  type Report,
  type Target,
  type TargetQuery,
  type Trade,
  tradeTarget,
} from "../../core/price/mod.ts";

/** The oracle observes once in so many seconds, and its observation covers all of them. */
export const OBSERVED_EVERY_SEC = 30;
/** The assets whose prices are pushed; those of the others are only asked for. */
export const PUSHED_ASSETS: ReadonlyArray<Asset> = ["btc", "eth"];

const CENT_E18 = 10n ** 16n;

/** A price in whole cents, which a double holds as it is. */
function priceOf(...key: ReadonlyArray<string | number>): bigint {
  return BigInt(100_000 + Number(Bun.hash.wyhash(key.join(" ")) % 50_000_000n)) * CENT_E18;
}

/** Returns the second at which the observation was made that covers this second. */
export function observedSecOf(sec: number): number {
  return Math.ceil(sec / OBSERVED_EVERY_SEC) * OBSERVED_EVERY_SEC;
}

/** The oracle's average at a second of an observation. */
export function averageE18(asset: Asset, observedSec: number): bigint {
  return priceOf("average", asset, observedSec);
}

/** The oracle's signed report of an observation. */
export function reportAt(asset: Asset, observedSec: number): Report {
  return {
    stream: "twap_60",
    feedId: `0x0002${asset}`,
    validFromSec: observedSec - OBSERVED_EVERY_SEC + 1,
    observedSec,
    priceE18: averageE18(asset, observedSec),
    fullReport: `0x${observedSec.toString(16)}`,
  };
}

/** The same observation, as the venue relays it. */
export function pointAt(asset: Asset, observedSec: number): RelayPoint {
  const { stream: _, validFromSec, priceE18 } = reportAt(asset, observedSec);
  return {
    stream: "twap_60",
    symbol: `${asset}usd`,
    validFromSec,
    observedSec,
    priceE18,
    fullAccuracyValue: formatE18(priceE18),
    seq: observedSec,
    receivedAtMs: observedSec * 1000 + 500,
  };
}

/** The exchange's trades on both sides of a full hour. */
export function rolloverAt(asset: Asset, hourSec: number): HourRollover {
  const trade = (side: string, tradedAtMs: number): Trade => {
    const priceE18 = priceOf(side, asset, hourSec);
    const tradeId = hourSec + (side === "first" ? 1 : 0);
    const [symbol, price] = [`${asset.toUpperCase()}USDT`, formatE18(priceE18)];
    return { market: "spot", symbol, tradeId, tradedAtMs, price, priceE18, quantity: "1" };
  };
  const lateMs = Number(priceOf("late", asset, hourSec) / CENT_E18 % 5_000n);
  return {
    last: trade("last", hourSec * 1000 - 1 - lateMs),
    first: trade("first", hourSec * 1000 + 100 + lateMs),
  };
}

/** What the exchange knows of a window. */
export function exchangeTarget({ asset, window, rule }: TargetQuery): Target {
  const { last, first } = rolloverAt(asset, window.startSec);
  switch (rule.kind) {
    case "minute_close":
      return tradeTarget(last, "klines_1m");
    case "day_candle":
      return tradeTarget(first, "klines");
    default:
      return tradeTarget(first, "aggTrades");
  }
}

/** The price that the venue's site shows for a window: of every third one a wrong one. */
export function siteE18(asset: Asset, { interval, startSec }: MarketWindow): bigint {
  const rightE18 = averageE18(asset, observedSecOf(startSec));
  const isWrong = priceOf("site", asset, `${interval} ${startSec}`) / CENT_E18 % 3n === 0n;
  return isWrong ? rightE18 + 77n * CENT_E18 : rightE18;
}

/** The target that the venue publishes for a window: on its site while it runs, and after it. */
export function publishedAs(
  source: "venue_site" | "venue_metadata",
  { asset, window }: TargetQuery,
  receivedAtMs: number,
): Target {
  const priceE18 = source === "venue_site"
    ? siteE18(asset, window)
    : averageE18(asset, observedSecOf(window.startSec));
  return publishedTarget({ source, priceE18, receivedAtMs });
}

/** The true price of a window's target: what a final answer says. */
export function trueE18(query: TargetQuery): bigint {
  return query.rule.kind === "report"
    ? averageE18(query.asset, observedSecOf(query.window.startSec))
    : exchangeTarget(query).priceE18;
}
