/**
 * The oracle's feeds.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { type OracleStream, twapWindowOf } from "../../../core/price/mod.ts";
import { ASSET_PROFILES } from "../world/asset_profile.ts";
import { hexOf, streamOf } from "../world/hash.ts";

/** One stream of one asset. */
export interface OracleFeed {
  /** `0x` and 64 hex digits, lower case. Its first two bytes are the report schema: 2 or 3. */
  readonly feedId: string;
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly name: string;
}

/** Ids of the real network, from public catalogues: spot, 30 s and 60 s averages. */
const MAINNET_IDS: ReadonlyArray<readonly [Asset, spot: string, twap30?: string, twap60?: string]> =
  [
    [
      "btc",
      "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8",
      "0x0002e6b03af5a87b65f4c5c0c8eaf6027e4156f467cd16bdcf8a5b4347f9c087",
      "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f",
    ],
    [
      "eth",
      "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9",
      "0x00020ee5ba8c3b643145974fd94552d591f2a3bb165c196ccf4c30ba600fbffd",
      "0x0002fbf9f58ef89c93385770d289d7c10c01c250641daa811063e303ee095593",
    ],
    [
      "sol",
      "0x0003b778d3f6b2ac4991302b89cb313f99a42467d6c9c5f96f57c29c0d2bc24f",
      "0x000248f549418ab11af95961667f03378b4c26174662e2ac3075f7a01d3c8bef",
      "0x00028f809156a08fbb1baa92e4e7ee9f056dd262e86df0fa1e74637be7725676",
    ],
    [
      "xrp",
      "0x0003c16c6aed42294f5cb4741f6e59ba2d728f0eae2eb9e6d3f555808c59fc45",
      "0x0002d7781a55cbd01bd705d3e7f662e5d385bd29147d21d0421bb04d789614b9",
      "0x0002d8a05177b903142185df7a75b7d6fd5d535ca1050e9b6c051a49ee1ad3da",
    ],
    // HYPE's average is in no public table: this id is invented, for the discovery call to return.
    // There is no feed of the shorter average.
    ["hype", "0x0003d34539af562867c3cb309b59efccf40e74b404fb415eeb7699d61322aed9"],
    [
      "doge",
      "0x000356ca64d3b32135e17dc0dc721a645bf50d0303be8ceb2cdca0a50bab8fdc",
      "0x0002376c3f32f981c7847057949db4f8ca4905ce9825d5996db910d8926cd685",
      "0x00021251b82fb66152ed854da5b7228fca7fa6165305e06c564c5604e884073b",
    ],
    [
      "bnb",
      "0x000335fd3f3ffa06cfd9297b97367f77145d7a5f132e84c736cc471dd98621fe",
      "0x0002a5e83361be0767d4967f321bc2db02f5f774c2991a5744d9aa22e6fbdb19",
      "0x000207429501edf217ef5939ca5f51e0e3a792a042ad75f3da4fd8ce5378e9c9",
    ],
  ];

/** Every feed by its id. */
export const ORACLE_FEEDS: ReadonlyMap<string, OracleFeed> = new Map(
  MAINNET_IDS.flatMap(([asset, spot, twap30, twap60]) => [
    feedOf(asset, "spot", spot),
    ...(twap30 === undefined ? [] : [feedOf(asset, "twap_30", twap30)]),
    feedOf(asset, "twap_60", twap60),
  ]).map((feed) => [feed.feedId, feed]),
);

/** Returns a feed's entry in the catalogue. */
export function catalogueEntry(feed: OracleFeed): Readonly<Record<string, unknown>> {
  const windowSec = twapWindowOf(feed.stream);
  return {
    assetClass: "Crypto",
    assetName: ASSET_PROFILES[feed.asset].name,
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

function feedOf(asset: Asset, stream: OracleStream, feedId?: string): OracleFeed {
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

/** Independent of the seed: a feed's id stays valid across sandboxes. */
function inventedId(asset: Asset, stream: OracleStream): string {
  const id = streamOf(0, `feed id:${ASSETS.indexOf(asset)}:${stream}`);
  return `0x0002${hexOf(id, 8).slice(4)}`;
}
