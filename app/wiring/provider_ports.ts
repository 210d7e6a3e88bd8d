/**
 * Connects the providers' adapters to the ports. To swap a provider, change a line here.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { makeBinanceArchiveFeed } from "../../adapters/binance/archive/price_feed.ts";
import { makeBinanceClient } from "../../adapters/binance/client.ts";
import { makeBinancePriceFeed } from "../../adapters/binance/price_feed.ts";
import { makeBinancePriceHistory } from "../../adapters/binance/price_history.ts";
import { EXCHANGE_STREAM, makeBinanceTradeStream } from "../../adapters/binance/trade_stream.ts";
import { makeEspnScheduleSource } from "../../adapters/espn/schedule_source.ts";
import {
  type HyperliquidClient,
  makeHyperliquidClient,
} from "../../adapters/hyperliquid/client.ts";
import { makeHyperliquidOutcomeMarketList } from "../../adapters/hyperliquid/outcome_market_list.ts";
import { makeHyperliquidPlatformSource } from "../../adapters/hyperliquid/platform_source.ts";
import { makeKalshiLegVenue } from "../../adapters/kalshi/leg_venue.ts";
import { clubNames } from "../../adapters/openfootball/club_names.ts";
import { makeOpenfootballScheduleSource } from "../../adapters/openfootball/schedule_source.ts";
import { makeBookFollower } from "../../adapters/polymarket/book/book_follower.ts";
import { EntryLimits } from "../../adapters/polymarket/clob/entry_limits.ts";
import { makeDataClient } from "../../adapters/polymarket/data/client.ts";
import { makePolymarketResolutions } from "../../adapters/polymarket/data/resolutions.ts";
import { makePolymarketWalletIndex } from "../../adapters/polymarket/data/wallet_index.ts";
import { makeTokenMarkets } from "../../adapters/polymarket/token_markets.ts";
import { makePolymarketHeartbeatVenue } from "../../adapters/polymarket/heartbeat_venue.ts";
import { makePolymarketOrderNewsFeed } from "../../adapters/polymarket/order_news.ts";
import { makePolymarketVenueRegion } from "../../adapters/polymarket/site/venue_region.ts";
import { makePolymarketOrderVenue } from "../../adapters/polymarket/order_venue.ts";
import { makePolymarketPlatformSource } from "../../adapters/polymarket/platform_source.ts";
import { makePolymarketVenueAccount } from "../../adapters/polymarket/venue_account.ts";
import { makePolymarketVenueBooks } from "../../adapters/polymarket/venue_books.ts";
import { makePolymarketVenueLimits } from "../../adapters/polymarket/venue_limits.ts";
import { EventCatalog } from "../../core/port/event_catalog.ts";
import { HistoryFeeds } from "../../core/port/history_feeds.ts";
import { LegVenues } from "../../core/port/leg_venue.ts";
import { LivePrices } from "../../core/port/live_prices.ts";
import { HeartbeatVenue } from "../../core/port/heartbeat_venue.ts";
import { OrderNewsFeed } from "../../core/port/order_news.ts";
import { OrderVenue } from "../../core/port/order_venue.ts";
import { OutcomeMarketList } from "../../core/port/outcome_market_list.ts";
import { type PlatformSource, PlatformSources } from "../../core/port/platform_source.ts";
import { PriceFeeds } from "../../core/port/price_feed.ts";
import { PriceHistory } from "../../core/port/price_history.ts";
import { Resolutions } from "../../core/port/resolutions.ts";
import { ScheduleSources } from "../../core/port/schedule_source.ts";
import { TokenMarkets } from "../../core/port/token_markets.ts";
import { TwapFeed } from "../../core/port/twap_feed.ts";
import { VenueAccount } from "../../core/port/venue_account.ts";
import { VenueBooks } from "../../core/port/venue_books.ts";
import { VenueRegion } from "../../core/port/venue_region.ts";
import { VenueLimits } from "../../core/port/venue_limits.ts";
import { WalletIndex } from "../../core/port/wallet_index.ts";
import { KNOWN_NAMES, makeNameTable, type NameTable, PLATFORMS } from "../../core/game/mod.ts";
import { Games, GameSettings, TeamNames } from "../../core/use_case/game/mod.ts";
import { shareLivePrices } from "../../core/use_case/live/mod.ts";
import { shareOutcomeMarkets } from "../../core/use_case/venue2/mod.ts";
import type { GameGraphSettings } from "../settings/game_settings.ts";
import type { GameSourceSettings } from "../settings/provider_settings.ts";
import { makeOraclePorts } from "./oracle_ports.ts";
import { PLAIN_PLATFORMS } from "./platforms.ts";
import type { LimitedProviderSettings } from "./provider_limits.ts";

/**
 * Provides the price ports over the oracle and the exchange, with one client each: the oracle's
 * paces the account's calls, the exchange's counts request weight. Past windows also come in bulk
 * and free of charge, from the venue's metadata and the exchange's archive.
 */
export function layerPrices(
  settings: Pick<LimitedProviderSettings, "oracle" | "relay" | "exchange" | "venue">,
) {
  return Layer.unwrap(Effect.gen(function* () {
    const exchange = yield* makeBinanceClient(settings.exchange);
    const oracle = yield* makeOraclePorts(settings);
    const { archiveUrl, streams } = settings.exchange;
    const trades = yield* shareLivePrices({
      provider: "exchange",
      socketNames: [EXCHANGE_STREAM],
      live: yield* makeBinanceTradeStream({ ...streams, client: exchange }),
    });
    return Layer.mergeAll(
      Layer.succeed(LivePrices, {
        listen: (listener) =>
          Effect.raceFirst(oracle.stream.listen(listener), trades.listen(listener)),
      }),
      Layer.succeed(PriceFeeds, {
        oracle: oracle.priceFeed,
        exchange: makeBinancePriceFeed(exchange),
      }),
      Layer.succeed(HistoryFeeds, {
        oracle: oracle.metadata,
        exchange: yield* makeBinanceArchiveFeed({ archiveUrl }),
        signed: oracle.signed,
      }),
      Layer.succeed(PriceHistory, makeBinancePriceHistory(exchange)),
      Layer.succeed(TwapFeed, oracle.twapFeed),
    );
  }));
}

/**
 * Provides the primary venue's ports: its events and resolutions, its index of wallets, their
 * accounts, orders, books, news of orders, heartbeats, limits, and from where it takes orders.
 */
export function layerVenue(venue: LimitedProviderSettings["venue"]) {
  const { dataUrl, clobUrl, clobWsUrl } = venue;
  return Layer.unwrap(Effect.gen(function* () {
    const limits = new EntryLimits();
    // One pace for all that is asked of the data service.
    const data = yield* makeDataClient({ dataUrl });
    // One socket for the books of orders and all others.
    const books = yield* makeBookFollower({ wsUrl: clobWsUrl });
    const { catalog, tokenMarkets } = yield* makeTokenMarkets(venue);
    return Layer.mergeAll(
      Layer.succeed(EventCatalog, catalog),
      Layer.succeed(TokenMarkets, tokenMarkets),
      Layer.effect(Resolutions, makePolymarketResolutions(data)),
      Layer.succeed(WalletIndex, makePolymarketWalletIndex(data)),
      Layer.effect(VenueAccount, makePolymarketVenueAccount({ clobUrl })),
      Layer.effect(OrderVenue, makePolymarketOrderVenue({ clobUrl, books, limits })),
      Layer.effect(VenueBooks, makePolymarketVenueBooks({ clobUrl, books })),
      Layer.effect(OrderNewsFeed, makePolymarketOrderNewsFeed({ clobUrl, clobWsUrl })),
      Layer.effect(HeartbeatVenue, makePolymarketHeartbeatVenue({ clobUrl })),
      Layer.succeed(VenueLimits, makePolymarketVenueLimits(limits)),
      Layer.effect(VenueRegion, makePolymarketVenueRegion(venue)),
    );
  }));
}

/** Provides the venues that have the same windows. */
export function layerLegVenues({ kalshiUrl, kalshiSeries }: LimitedProviderSettings["legs"]) {
  return Layer.effect(
    LegVenues,
    Effect.map(makeKalshiLegVenue({ url: kalshiUrl, series: kalshiSeries }), (kalshi) => [kalshi]),
  );
}

/**
 * Provides the secondary venue's markets, the schedule, and the platforms that list its games. The
 * secondary venue is also such a platform; both uses share one client, which tracks its bans.
 */
export function layerMarketsAndGames(
  settings: Pick<LimitedProviderSettings, "games" | "venue" | "venue2">,
  openfootballDir: Option.Option<string>,
) {
  return Layer.unwrap(Effect.gen(function* () {
    const client = yield* makeHyperliquidClient(settings.venue2);
    const { wsUrl } = settings.venue2;
    const source = yield* makeHyperliquidOutcomeMarketList({ client, wsUrl });
    return Layer.merge(
      Layer.effect(OutcomeMarketList, shareOutcomeMarkets(source)),
      layerGames(settings, { client, openfootballDir }),
    );
  }));
}

function layerGames(
  { games, venue }: Pick<LimitedProviderSettings, "games" | "venue">,
  { client, openfootballDir }: {
    readonly client: HyperliquidClient;
    readonly openfootballDir: Option.Option<string>;
  },
) {
  const schedules = Effect.gen(function* () {
    const espn = yield* makeEspnScheduleSource({
      url: games.espnUrl,
      fallbackUrl: games.espnMirrorUrl,
      ...(games.scheduleTerms === undefined ? {} : { terms: games.scheduleTerms }),
    });
    if (Option.isNone(openfootballDir)) return [espn];
    return [yield* makeOpenfootballScheduleSource({ folder: openfootballDir.value }), espn];
  });
  const platforms = Effect.map(
    Effect.forEach(PLATFORMS, (code) => {
      if (code === "polymarket") return makePolymarketPlatformSource(venue);
      if (code === "hyperliquid") return Effect.succeed(makeHyperliquidPlatformSource(client));
      return PLAIN_PLATFORMS[code].makeSource({ url: games.platformUrls[code] });
    }),
    (sources) => sources.map((source) => withNote(source, games)),
  );
  return Layer.merge(
    Layer.effect(ScheduleSources, schedules),
    Layer.effect(PlatformSources, platforms),
  );
}

/** Replaces a platform's licence note if the games are simulated. */
function withNote(source: PlatformSource, { platformNote }: GameSourceSettings): PlatformSource {
  return platformNote === undefined
    ? source
    : { ...source, licenseNote: platformNote(source.code) };
}

/** Provides what answers about games say, from the operator's choice and the sources in use. */
export function layerGameSettings({ redistribution }: Pick<GameGraphSettings, "redistribution">) {
  return Layer.effect(
    GameSettings,
    Effect.gen(function* () {
      const [schedules, platforms] = [yield* ScheduleSources, yield* PlatformSources];
      const { leagues } = yield* Games;
      return {
        redistributionFilter: redistribution,
        leagues: leagues.filter((league) =>
          schedules.some((schedule) => schedule.leagues.includes(league))
        ),
        schedules: schedules.map(({ name, licenseNote }) => ({ source: name, licenseNote })),
        platforms: platforms.map(({ code, redistributable, licenseNote, listsOnlyOpen }) => ({
          code,
          redistributable,
          licenseNote,
          listsOnlyOpen,
        })),
      };
    }),
  );
}

/** Provides the names that link games: a list by hand, and openfootball's clubs. */
export const layerTeamNames = Layer.sync(
  TeamNames,
  () => whenAsked(() => makeNameTable([...KNOWN_NAMES, ...Effect.runSync(clubNames)])),
);

/** Makes a table at the first look-up: nothing is linked before the service answers. */
function whenAsked(make: () => NameTable): NameTable {
  let made: NameTable | undefined;
  const table = () => made ??= make();
  return {
    clubsOf: (league, name) => table().clubsOf(league, name),
    clubsIn: (league) => table().clubsIn(league),
    certainClubsOf: (league, name) => table().certainClubsOf(league, name),
  };
}
