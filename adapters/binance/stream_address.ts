/**
 * The URLs of the exchange's sockets, in the order to try them.
 *
 * Source: the exchange's public documentation. Since 2026-04-23 futures trades are only sent under
 * `/market`; the path without it still opens, but delivers nothing.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../core/market/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import { symbolOf } from "./market.ts";

/**
 * The origins of the sockets, with `ws` or `wss`, and an optional path before the exchange's own.
 *
 * `spotMirrorUrl` sends the same spot trades where the first host refuses us; futures have no
 * mirror.
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

/** Returns the assets that are traded on a market. */
export function assetsOn(market: ExchangeMarket): ReadonlyArray<Asset> {
  return ASSETS.filter((asset) => symbolOf(asset).market === market);
}

/** Returns the URLs of a socket with the trades of all assets of a market, in the order to try. */
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
