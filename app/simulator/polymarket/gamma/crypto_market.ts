/**
 * The price source named by an up-or-down market, by date.
 *
 * Source: resolution sources and market configurations seen on the real venue.
 *
 * @module
 */
import { type Asset, type Interval, type VenueProfile } from "../../../../core/market/mod.ts";
import { targetRule } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { type DecidedWindow } from "../venue/window_value.ts";
import { type WireObject } from "./wire_text.ts";

const DURATION: Readonly<Record<Interval, string>> = {
  "5min": "5m",
  "15min": "15m",
  "1hour": "1h",
  "4hour": "4h",
  daily: "1d",
};

/** Returns the lookback of the deciding average; undefined if no average decides. */
function lookBackSec(profile: VenueProfile, window: DecidedWindow): number | undefined {
  const rule = targetRule(profile, {
    interval: window.interval,
    startSec: UnixSec(window.startSec),
    endSec: UnixSec(window.endSec),
  });
  if (rule.kind !== "report" || rule.stream === "spot") return undefined;
  return rule.stream === "twap_30" ? 30 : 60;
}

/** Returns the page that shows the deciding price. */
export function resolutionSource(profile: VenueProfile, window: DecidedWindow): string {
  const { asset, interval } = window;
  if (interval === "1hour" || interval === "daily") return exchangePage(asset);
  const sec = lookBackSec(profile, window);
  const stream = sec === undefined ? `${asset}-usd` : `${asset}-usd-twap-${sec}s-streams`;
  return `https://data.chain.link/streams/${stream}`;
}

function exchangePage(asset: Asset): string {
  const symbol = asset.toUpperCase();
  return asset === "hype"
    ? `https://www.binance.com/en/futures/${symbol}USDT`
    : `https://www.binance.com/en/trade/${symbol}_USDT`;
}

/** Returns `btc-5m-twap-60` and its contents. */
export function cryptoMarketConfig(
  profile: VenueProfile,
  window: DecidedWindow,
): WireObject & { readonly id: string } {
  const duration = DURATION[window.interval];
  const sec = lookBackSec(profile, window);
  const id = `${window.asset}-${duration}`;
  return sec === undefined ? { id, asset: window.asset, duration, twapEnabled: false } : {
    id: `${id}-twap-${sec}`,
    asset: window.asset,
    duration,
    twapEnabled: true,
    twapLookbackSeconds: sec,
  };
}
