/**
 * Where the exchange's sockets are, and which of them to try next.
 *
 * Source: the exchange's public documentation. Since 2026-04-23 futures trades come under
 * `/market` alone; the path without it still opens, and delivers nothing.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../core/market/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import { symbolOf } from "./market.ts";

/**
 * Origins of the sockets, with `ws` or `wss`, and a path before the exchange's own if there is one.
 *
 * `spotMirrorUrl` sends the same spot trades to those whom the first host turns away; futures have
 * none.
 */
export interface StreamOrigins {
  readonly spotUrl: string;
  readonly spotMirrorUrl?: string;
  readonly futuresUrl: string;
}

const PATH = {
  spot: "/stream",
  futures: "/market/stream",
} as const satisfies Record<ExchangeMarket, string>;

/** The assets that are traded on a market. */
export function assetsOn(market: ExchangeMarket): ReadonlyArray<Asset> {
  return ASSETS.filter((asset) => symbolOf(asset).market === market);
}

/** Addresses of one socket with the trades of all assets of a market, in the order to try them. */
export function streamUrls(
  origins: StreamOrigins,
  market: ExchangeMarket,
): readonly [first: string, ...mirrors: Array<string>] {
  const streams = assetsOn(market)
    .map((asset) => `${symbolOf(asset).symbol.toLowerCase()}@aggTrade`)
    .join("/");
  const urlAt = (origin: string) => `${origin}${PATH[market]}?streams=${streams}`;
  if (market === "futures") return [urlAt(origins.futuresUrl)];
  const { spotUrl, spotMirrorUrl } = origins;
  return [urlAt(spotUrl), ...(spotMirrorUrl === undefined ? [] : [urlAt(spotMirrorUrl)])];
}
