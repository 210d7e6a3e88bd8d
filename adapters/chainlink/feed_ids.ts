/**
 * Finds the feed id of a stream: in the table, else through the provider's discovery call.
 *
 * @module
 */
import { Clock, Effect, Schema } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { OracleStream } from "../../core/price/mod.ts";
import type { ChainlinkClient } from "./client.ts";
import { feedKey, type FeedTable, schemaVersionOf } from "./feed_table.ts";
import { ORACLE } from "./http_failure.ts";

/** Names of streams in the provider's catalogue, such as `BTC/USD-Streams-TWAP-60s-...`. */
const NAMED = {
  spot: /^(?!.*twap)/i,
  twap_30: /twap-?30s/i,
  twap_60: /twap-?60s/i,
} as const satisfies Record<OracleStream, RegExp>;

/** How long an unlisted stream is not searched again, in milliseconds. */
const UNLISTED_MEMORY_MS = 60_000;

/** Returns the network of a host: each lists feeds of the same names and serves its own. */
export function networkOf(url: string): "mainnet" | "testnet" {
  return url.includes("testnet") ? "testnet" : "mainnet";
}

/** The provider answered, and its catalogue has no such stream. */
export class FeedUnlisted extends Schema.TaggedError<FeedUnlisted>()("FeedUnlisted", {
  asset: Schema.String,
  stream: Schema.String,
}) {
  override get message(): string {
    return `no live ${this.stream} stream of ${this.asset} is listed`;
  }

  /** Converts to the failure of a refused request, for callers that do not distinguish. */
  asRefusal(): ProviderFailed {
    return new ProviderFailed({ provider: ORACLE, reason: "refused", cause: this });
  }
}

/** Returns the id of a stream. */
export type FeedIds = (
  asset: Asset,
  stream: OracleStream,
) => Effect.Effect<string, FeedUnlisted | ProviderFailed>;

/**
 * Creates the lookup. A found id is cached for the life of the process, a missing one for
 * {@linkcode UNLISTED_MEMORY_MS}.
 */
export function makeFeedIds(
  { feeds: table, url }: { readonly feeds: FeedTable; readonly url: string },
  client: Pick<ChainlinkClient, "discover">,
): FeedIds {
  const found = new Map(table);
  const unlistedUntilMs = new Map<string, number>();
  return Effect.fnUntraced(function* (asset, stream) {
    const key = feedKey(asset, stream);
    const known = found.get(key);
    if (known !== undefined) return known;
    const nowMs = yield* Clock.currentTimeMillis;
    if (nowMs < (unlistedUntilMs.get(key) ?? 0)) return yield* new FeedUnlisted({ asset, stream });
    const version = stream === "spot" ? 3 : 2;
    const feeds = yield* client.discover(asset.toUpperCase());
    const [match, ...others] = feeds.filter((feed) =>
      feed.networkType.toLowerCase() === networkOf(url) &&
      feed.baseAsset.toLowerCase() === asset && feed.quoteAsset.toLowerCase() === "usd" &&
      feed.status.toLowerCase() === "live" && NAMED[stream].test(feed.name) &&
      schemaVersionOf(feed.feedId) === version
    );
    if (match === undefined) {
      unlistedUntilMs.set(key, nowMs + UNLISTED_MEMORY_MS);
      return yield* new FeedUnlisted({ asset, stream });
    }
    if (others.length > 0) {
      const cause = new Error(`${others.length + 1} live ${stream} streams of ${asset} are listed`);
      return yield* new ProviderFailed({ provider: ORACLE, reason: "refused", cause });
    }
    const feedId = match.feedId.toLowerCase();
    found.set(key, feedId);
    return feedId;
  });
}
