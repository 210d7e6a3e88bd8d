/** What the stream pushes: prices, targets, averages, games, and changes of wallets. @module */
export { CONFLATED_EVERY_MS, makeConflation } from "./conflate.ts";
export {
  endSilence,
  heldState,
  makeFollowedSockets,
  makeHeldSockets,
  takeHeld,
  takeOwn,
  takeReceived,
} from "./followed_sockets.ts";
export { latestSpot, LIVE_AGE_MS_MAX, SpotMissing } from "./latest_spot.ts";
export { LatestTwaps, layerLatestTwaps } from "./latest_twap.ts";
export { makeLiveGames, REPLAY_GAMES_MAX } from "./live_games.ts";
export { makeLiveOrders } from "./live_orders.ts";
export { CatchUpTimeout, layerLiveStream, LiveStream, spotEvent } from "./live_stream.ts";
export { makeLiveTargets } from "./live_targets.ts";
export { makeLiveTwaps } from "./live_twaps.ts";
export { joinOracleFeeds } from "./oracle_feed.ts";
export { joinOracleSockets } from "./oracle_sockets.ts";
export { joinTwapFeeds } from "./oracle_twaps.ts";
export { makeNewestPrices } from "./newest_prices.ts";
export {
  layerPublisher,
  makePublisher,
  type PublishedGames,
  type PublishedTarget,
  Publisher,
  type PublisherService,
} from "./publisher.ts";
export type { PushedEvent, PushedTopicEvent, WalletFrameEvent } from "./pushed_event.ts";
export { recordOpenings } from "./record_openings.ts";
export { shareLivePrices } from "./shared_prices.ts";
export {
  makeTargetSeries,
  missingTargets,
  takeAnswers,
  takeDue,
  takeTarget,
  type TargetLookup,
  type TargetSeries,
} from "./target_series.ts";
export { type WalletClaims, watchWallets } from "./watch_wallets.ts";
export {
  isReplayable,
  makeTwapSeries,
  takeLoss,
  takeMissingFeed,
  takeReport,
  twapEventsOf,
} from "./twap_series.ts";
