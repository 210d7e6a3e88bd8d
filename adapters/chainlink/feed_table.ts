/**
 * The ids of the oracle's streams. Those in no public table, such as HYPE's averages, are found
 * through the provider's discovery call.
 *
 * @module
 */
import { Option } from "effect";
import { type Asset, ASSETS, factsOf } from "../../core/market/mod.ts";
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
export const MAINNET_FEEDS: FeedTable = new Map(
  ORACLE_STREAMS.flatMap((stream) =>
    ASSETS.flatMap((asset) => {
      const id = factsOf(asset).feedIds[stream];
      return id === null ? [] : [[feedKey(asset, stream), id] as const];
    })
  ),
);

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
