/**
 * Combines the configured sources of the oracle's prices into the ports, best source first.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { makeChainlinkAccount } from "../../adapters/chainlink/account.ts";
import { makeChainlinkPriceFeed } from "../../adapters/chainlink/price_feed.ts";
import { makeChainlinkReportStream } from "../../adapters/chainlink/report_stream.ts";
import { makeChainlinkTwapFeed } from "../../adapters/chainlink/twap_feed.ts";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";
import { makePolymarketMetadataFeed } from "../../adapters/polymarket/published/price_feed.ts";
import { makePolymarketRelay } from "../../adapters/polymarket/relay/relay.ts";
import { makePolymarketSiteFeed } from "../../adapters/polymarket/site/price_feed.ts";
import type { LivePrices } from "../../core/port/live_prices.ts";
import type { PriceFeed } from "../../core/port/price_feed.ts";
import { ProviderOff } from "../../core/port/provider_failure.ts";
import type { TwapFeed } from "../../core/port/twap_feed.ts";
import { ORACLE_STREAMS, type OracleSource, type OracleStream } from "../../core/price/mod.ts";
import {
  joinOracleFeeds,
  joinOracleSockets,
  joinTwapFeeds,
  shareLivePrices,
} from "../../core/use_case/live/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";
import type { LimitedProviderSettings } from "./provider_limits.ts";
import { makeRelayCredentials } from "./relay_access.ts";
import type { OracleSettings, RelaySettings } from "../settings/oracle_settings.ts";

/** A source that both streams prices and answers requests for them. */
interface LiveSource {
  readonly source: OracleSource;
  readonly streams: ReadonlyArray<OracleStream>;
  readonly priceFeed: PriceFeed;
  readonly twapFeed: TwapFeed["Service"];
  readonly live: LivePrices["Service"];
}

/**
 * Makes the ports. `metadata` fills history, one page of windows per call; `signed` uses only the
 * oracle's signed reports.
 */
export const makeOraclePorts = Effect.fnUntraced(function* (
  { oracle, relay, venue }: Pick<LimitedProviderSettings, "oracle" | "relay" | "venue">,
) {
  const { profile } = yield* Venue;
  const reports = yield* chainlinkSource(oracle);
  const points = yield* relaySource(relay);
  const live = [...Option.toArray(reports), ...Option.toArray(points)];
  const metadata = yield* makePolymarketMetadataFeed({ ...venue, profile });
  const site = yield* makePolymarketSiteFeed({ siteUrl: venue.siteUrl });
  const missing = [...new Set([oracle.missing, ...Option.isNone(points) ? [relay.missing] : []])];
  const off = new ProviderOff({ provider: "oracle", setting: missing.join(" or ") });
  return {
    priceFeed: joinOracleFeeds({
      sources: [
        ...live.map(({ source, priceFeed }) => ({ source, feed: priceFeed })),
        { source: "site", feed: site },
        { source: "metadata", feed: metadata },
      ],
      off: Option.isSome(reports) ? undefined : off,
      sleepMs: sleepMachineTime,
    }),
    twapFeed: joinTwapFeeds([
      { streams: ORACLE_STREAMS, feed: twapFeedOf(reports), setting: oracle.missing },
      { streams: RELAYED, feed: twapFeedOf(points), setting: relay.missing },
    ], sleepMachineTime),
    stream: yield* shareStream(live),
    metadata,
    signed: Result.fromOption(
      Option.map(reports, ({ priceFeed }) => priceFeed),
      () => new ProviderOff({ provider: "oracle", setting: oracle.missing }),
    ),
  };
});

/** Shares the combined stream with the fleet; without a source there is nothing to hold. */
const shareStream = Effect.fnUntraced(function* (sources: ReadonlyArray<LiveSource>) {
  const live = joinOracleSockets(sources);
  if (sources.length === 0) return live;
  const socketNames = sources.map(({ source }) => SOCKET_NAMES[source] ?? source);
  return yield* shareLivePrices({ provider: "oracle", socketNames, live });
});

/** The names on the status page. */
const SOCKET_NAMES: Readonly<Partial<Record<OracleSource, string>>> = {
  report: "oracle stream",
  relay: "relay",
};

/** The streams that the relay carries: the average that markets resolve on. */
const RELAYED: ReadonlyArray<OracleStream> = ["twap_60"];

function twapFeedOf(source: Option.Option<LiveSource>): LiveSource["twapFeed"] | undefined {
  return Option.getOrUndefined(source)?.twapFeed;
}

const chainlinkSource = Effect.fnUntraced(function* (settings: OracleSettings) {
  if (Option.isNone(settings.credentials)) return Option.none<LiveSource>();
  const account = yield* makeChainlinkAccount({
    ...settings,
    credentials: settings.credentials.value,
  });
  const { profile } = yield* Venue;
  return Option.some<LiveSource>({
    source: "report",
    streams: ORACLE_STREAMS,
    priceFeed: makeChainlinkPriceFeed(account),
    twapFeed: makeChainlinkTwapFeed(account),
    live: yield* makeChainlinkReportStream(account, { wsUrl: settings.wsUrl, profile }),
  });
});

const relaySource = Effect.fnUntraced(function* ({ wsUrl, access }: RelaySettings) {
  if (Option.isNone(access)) return Option.none<LiveSource>();
  const credentials = yield* makeRelayCredentials(access.value);
  const { priceFeed, twapFeed, stream } = yield* makePolymarketRelay({ wsUrl, credentials });
  return Option.some<LiveSource>({
    source: "relay",
    streams: RELAYED,
    priceFeed,
    twapFeed,
    live: stream,
  });
});
