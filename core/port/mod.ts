/**
 * The ports of the core. Each file defines one port: its service, its queries and its failures.
 *
 * @module
 */
export { AccountStore, KeysTooMany } from "./account_store.ts";
export { type CatalogAnswer, EventCatalog, type Freshness, NotListed } from "./event_catalog.ts";
export {
  type ChangedGame,
  type GameChanges,
  GAMES_PER_WRITE_MAX,
  gameSeq,
  type GamesHead,
  GameStore,
  revisionOfSeq,
} from "./game_store.ts";
export { HistoryFeeds } from "./history_feeds.ts";
export {
  type SignedParts,
  type WebhookAnswer,
  type WebhookAttempt,
  WebhookSender,
  WebhookUnreachable,
} from "./webhook_sender.ts";
export {
  type AttemptResult,
  type OutboxState,
  type SealedWebhookSecrets,
  type StoredWebhook,
  type WebhookMessage,
  type WebhookNotice,
  type WebhookReport,
  webhookSecretLocation,
  WebhooksTooMany,
  WebhookStore,
} from "./webhook_store.ts";
export { type ClosedWindow, type WebhookEvent, WebhookWriter } from "./webhook_writer.ts";
export { type JobReport, JobWatch } from "./job_watch.ts";
export { type KeyMinute, KeyUsageStore } from "./key_usage_store.ts";
export {
  EVERY_LEASE,
  type FleetState,
  LEAD,
  Leases,
  type LeasesService,
  StoreLeases,
} from "./leases.ts";
export {
  type LiveEvent,
  LivePrices,
  type LiveRollover,
  type LiveStreamState,
  type LostReports,
  type MissingFeed,
} from "./live_prices.ts";
export { MessageAuth } from "./message_auth.ts";
export {
  News,
  NEWS_CHANNELS,
  type NewsChannel,
  type NewsItem,
  type OutcomeNews,
  type PriceNews,
  type ReceivedNews,
  type SocketNews,
  type SocketState,
} from "./news.ts";
export { type GateVerdict, OrderEntryPaused, OrderGate } from "./order_gate.ts";
export {
  holdsIdempotencyKey,
  IDEMPOTENCY_MS,
  type IdempotencyKey,
  type IdempotencyReservation,
  type IdempotentRequest,
  type NewOrder,
  type OrderInstruction,
  type OrderListing,
  type OrderPosition,
  OrderStore,
  type Stored,
  type StoredOrder,
} from "./order_store.ts";
export {
  type Cancelled,
  type MarketTerms,
  NoOrderBook,
  type OpenOrder,
  type OpenOrders,
  type OrderCallFailure,
  type OrderFilter,
  type OrderHolder,
  OrderVenue,
  type SignedOrder,
  type UnsignedOrder,
  VenueRefused,
} from "./order_venue.ts";
export { OutcomeMarketList, type OutcomeMids } from "./outcome_market_list.ts";
export { OutcomeMarketStore } from "./outcome_market_store.ts";
export {
  type LeagueListing,
  type LeagueScan,
  type PlatformSource,
  PlatformSources,
} from "./platform_source.ts";
export {
  type OpeningFailure,
  type OpeningResult,
  type PriceFeed,
  PriceFeeds,
  PriceMissing,
} from "./price_feed.ts";
export { HashingBusy, PasswordHash } from "./password_hash.ts";
export {
  type ClosesQuery,
  type Granularity,
  type PointsQuery,
  PriceHistory,
  type PricePoint,
  type PricePoints,
} from "./price_history.ts";
export { PROVIDER_FAILURE_REASONS, ProviderFailed, ProviderOff } from "./provider_failure.ts";
export type { ProviderQuestion } from "./provider_question.ts";
export {
  type ProviderCall,
  type ProviderReport,
  type ProviderState,
  ProviderWatch,
} from "./provider_watch.ts";
export { QuotaStore } from "./quota_store.ts";
export { Resolutions } from "./resolutions.ts";
export type { DayReading, ReadingTrouble, ScheduleReadings } from "./schedule_reading.ts";
export { type ScheduleDay, type ScheduleSource, ScheduleSources } from "./schedule_source.ts";
export {
  type Sealed,
  SecretBox,
  SecretBoxOff,
  type SecretFailure,
  SecretUnreadable,
} from "./secret_box.ts";
export { type HeldSession, SessionStore } from "./session_store.ts";
export { type PasswordHolder, type Registration, SignInStore } from "./sign_in_store.ts";
export { StoreFailed } from "./store_failure.ts";
export { TargetJournal, type TargetJournalService } from "./target_journal.ts";
export {
  type IdentifiedPrice,
  type IdentifiedTarget,
  type StoredTarget,
  type TargetId,
  TargetStore,
} from "./target_store.ts";
export { TwapFeed, TwapFeedMissing, TwapMissing } from "./twap_feed.ts";
export {
  type OpenTokens,
  VenueAccount,
  type VenueCredentials,
  type WalletIdentity,
  WalletRefused,
} from "./venue_account.ts";
export { EntryLimited, type EntryReport, type TierReport, VenueLimits } from "./venue_limits.ts";
export {
  type SealedSecrets,
  secretLocation,
  type StoredWallet,
  WalletStore,
} from "./wallet_store.ts";
