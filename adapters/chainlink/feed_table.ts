/**
 * The ids of the oracle's streams, as data.
 *
 * Source: mainnet ids published in the stream catalogue and by public users of the streams. HYPE's
 * averages are in no public table; they are found through the provider's discovery call.
 *
 * @module
 */
import { Option } from "effect";
import { type Asset, ASSETS } from "../../core/market/mod.ts";
import { ORACLE_STREAMS, type OracleStream } from "../../core/price/mod.ts";

/** Feed ids by `asset:stream`. An id is `0x` and 64 hex digits in lower case. */
export type FeedTable = ReadonlyMap<string, string>;

/** Returns the key of one stream of one asset. */
export function feedKey(asset: Asset, stream: OracleStream): string {
  return `${asset}:${stream}`;
}

const FEED_ID = /^0x000[23][0-9a-f]{60}$/;

/** Returns the schema version of a feed's reports: the first two bytes of its id. */
export function schemaVersionOf(feedId: string): number {
  return Number.parseInt(feedId.slice(2, 6), 16);
}

/** The ids in use on the provider's main network. */
export const MAINNET_FEEDS: FeedTable = new Map([
  ["btc:spot", "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8"],
  ["eth:spot", "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9"],
  ["sol:spot", "0x0003b778d3f6b2ac4991302b89cb313f99a42467d6c9c5f96f57c29c0d2bc24f"],
  ["xrp:spot", "0x0003c16c6aed42294f5cb4741f6e59ba2d728f0eae2eb9e6d3f555808c59fc45"],
  ["hype:spot", "0x0003d34539af562867c3cb309b59efccf40e74b404fb415eeb7699d61322aed9"],
  ["doge:spot", "0x000356ca64d3b32135e17dc0dc721a645bf50d0303be8ceb2cdca0a50bab8fdc"],
  ["bnb:spot", "0x000335fd3f3ffa06cfd9297b97367f77145d7a5f132e84c736cc471dd98621fe"],
  ["btc:twap_60", "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f"],
  ["eth:twap_60", "0x0002fbf9f58ef89c93385770d289d7c10c01c250641daa811063e303ee095593"],
  ["sol:twap_60", "0x00028f809156a08fbb1baa92e4e7ee9f056dd262e86df0fa1e74637be7725676"],
  ["xrp:twap_60", "0x0002d8a05177b903142185df7a75b7d6fd5d535ca1050e9b6c051a49ee1ad3da"],
  ["doge:twap_60", "0x00021251b82fb66152ed854da5b7228fca7fa6165305e06c564c5604e884073b"],
  ["bnb:twap_60", "0x000207429501edf217ef5939ca5f51e0e3a792a042ad75f3da4fd8ce5378e9c9"],
  ["btc:twap_30", "0x0002e6b03af5a87b65f4c5c0c8eaf6027e4156f467cd16bdcf8a5b4347f9c087"],
  ["eth:twap_30", "0x00020ee5ba8c3b643145974fd94552d591f2a3bb165c196ccf4c30ba600fbffd"],
  ["sol:twap_30", "0x000248f549418ab11af95961667f03378b4c26174662e2ac3075f7a01d3c8bef"],
  ["xrp:twap_30", "0x0002d7781a55cbd01bd705d3e7f662e5d385bd29147d21d0421bb04d789614b9"],
  ["doge:twap_30", "0x0002376c3f32f981c7847057949db4f8ca4905ce9825d5996db910d8926cd685"],
  ["bnb:twap_30", "0x0002a5e83361be0767d4967f321bc2db02f5f774c2991a5744d9aa22e6fbdb19"],
]);

const KNOWN_KEYS: ReadonlySet<string> = new Set(
  ASSETS.flatMap((asset) => ORACLE_STREAMS.map((stream) => feedKey(asset, stream))),
);

/**
 * Parses `btc:spot=0x0003...,hype:twap_60=0x0002...` on top of a table. None if any part is wrong:
 * an unknown asset or stream, or an id of another kind of feed.
 */
export function parseFeedTable(text: string, base: FeedTable): Option.Option<FeedTable> {
  const table = new Map(base);
  for (const part of text.split(",").map((piece) => piece.trim()).filter(Boolean)) {
    const [key = "", id = "", ...rest] = part.split("=").map((piece) => piece.trim().toLowerCase());
    const version = key.endsWith(":spot") ? 3 : 2;
    const isRight = KNOWN_KEYS.has(key) && FEED_ID.test(id) && schemaVersionOf(id) === version;
    if (!isRight || rest.length > 0) return Option.none();
    table.set(key, id);
  }
  return Option.some(table);
}
