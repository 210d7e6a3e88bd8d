/**
 * The oracle's feeds.
 *
 * @module
 */
import { type Asset, ASSETS, factsOf, KNOWN_ASSETS } from "../../../core/market/mod.ts";
import { ORACLE_STREAMS, type OracleStream, twapWindowOf } from "../../../core/price/mod.ts";
import { hexOf, streamOf } from "../world/hash.ts";

/** One stream of one asset. */
export interface OracleFeed {
  /** `0x` and 64 hex digits, lower case. Its first two bytes are the report schema: 2 or 3. */
  readonly feedId: string;
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly name: string;
}

/** Every feed by its id. An average of 30 s is only where the real network has one. */
export const ORACLE_FEEDS: ReadonlyMap<string, OracleFeed> = new Map(
  ASSETS.flatMap((asset) =>
    ORACLE_STREAMS.flatMap((stream) => {
      const id = factsOf(asset).feedIds[stream];
      return id === null && stream === "twap_30" ? [] : [feedOf(asset, stream, id)];
    })
  ).map((feed) => [feed.feedId, feed]),
);

/** Returns a feed's entry in the catalogue. */
export function catalogueEntry(feed: OracleFeed): Readonly<Record<string, unknown>> {
  const windowSec = twapWindowOf(feed.stream);
  return {
    assetClass: "Crypto",
    assetName: factsOf(feed.asset).name,
    attributeType: windowSec === undefined ? "Price" : `TWAP-${windowSec}s`,
    baseAsset: feed.asset.toUpperCase(),
    // The real catalogue's dates vary; no client reads them.
    createdAt: windowSec === undefined ? "2024-01-01T00:00:00Z" : "2026-05-01T00:00:00Z",
    decommissionedAt: null,
    expectedDecommissionAt: null,
    feedId: feed.feedId,
    feedType: windowSec === undefined ? "Crypto" : "Crypto TWAP",
    marketHours: "24/7/365",
    name: feed.name,
    networkType: "mainnet",
    quoteAsset: "USD",
    schemaVersion: windowSec === undefined ? "V3" : "V2",
    serviceLevel: "production",
    status: "live",
  };
}

function feedOf(asset: Asset, stream: OracleStream, feedId: string | null): OracleFeed {
  const windowSec = twapWindowOf(stream);
  const pair = `${asset.toUpperCase()}/USD`;
  return {
    feedId: feedId ?? inventedId(asset, stream),
    asset,
    stream,
    name: windowSec === undefined
      ? `${pair}-RefPrice-DS-Premium-Global-003`
      : `${pair}-Streams-TWAP-${windowSec}s-mainnet-production`,
  };
}

/** For the discovery call. Independent of the seed: a feed's id stays valid across sandboxes. */
function inventedId(asset: Asset, stream: OracleStream): string {
  const id = streamOf(0, `feed id:${KNOWN_ASSETS.indexOf(asset)}:${stream}`);
  return `0x0002${hexOf(id, 8).slice(4)}`;
}
