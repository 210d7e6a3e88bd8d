/**
 * Finds the feed id of a stream: in the table, else by asking the provider once.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import { ProviderFailed } from "../../core/port/mod.ts";
import type { OracleStream } from "../../core/price/mod.ts";
import type { ChainlinkClient } from "./client.ts";
import { feedKey, type FeedTable, schemaVersionOf } from "./feed_table.ts";
import { ORACLE } from "./status.ts";

/** How the provider's catalogue names a stream, such as `BTC/USD-Streams-TWAP-60s-...`. */
const NAMED = {
  spot: /^(?!.*twap)/i,
  twap_30: /twap-?30s/i,
  twap_60: /twap-?60s/i,
} as const satisfies Record<OracleStream, RegExp>;

/** The provider's networks list feeds of the same names; a host serves those of its own. */
export function networkOf(url: string): "mainnet" | "testnet" {
  return url.includes("testnet") ? "testnet" : "mainnet";
}

/** Gives the id of a stream. */
export type FeedIds = (
  asset: Asset,
  stream: OracleStream,
) => Effect.Effect<string, ProviderFailed>;

/** Makes the look-up. An id that was found is remembered for the life of the process. */
export function makeFeedIds(
  { feeds: table, url }: { readonly feeds: FeedTable; readonly url: string },
  client: Pick<ChainlinkClient, "discover">,
): FeedIds {
  const found = new Map(table);
  return Effect.fnUntraced(function* (asset, stream) {
    const known = found.get(feedKey(asset, stream));
    if (known !== undefined) return known;
    const version = stream === "spot" ? 3 : 2;
    const feeds = yield* client.discover(asset.toUpperCase());
    const [match, ...others] = feeds.filter((feed) =>
      feed.networkType.toLowerCase() === networkOf(url) &&
      feed.baseAsset.toLowerCase() === asset && feed.quoteAsset.toLowerCase() === "usd" &&
      feed.status.toLowerCase() === "live" && NAMED[stream].test(feed.name) &&
      schemaVersionOf(feed.feedId) === version
    );
    if (match === undefined || others.length > 0) {
      const count = match === undefined ? "no" : `${others.length + 1}`;
      const cause = new Error(`${count} live ${stream} streams of ${asset} are listed`);
      return yield* new ProviderFailed({ provider: ORACLE, reason: "refused", cause });
    }
    const feedId = match.feedId.toLowerCase();
    found.set(feedKey(asset, stream), feedId);
    return feedId;
  });
}
