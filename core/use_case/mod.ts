/** What the service does: one function a question or an order, over the ports. @module */
export { AccountMissing } from "./account/account_of.ts";
export { type AccountOverview, accountOverview } from "./account/account_overview.ts";
export { checkSecrets, type OpenedSecrets, type SecretsReport } from "./account/check_secrets.ts";
export { importWallet, SealForeign } from "./account/import_wallet.ts";
export { AttemptsTooMany } from "./account/growing_waits.ts";
export { type NewSession } from "./account/begin_session.ts";
export { issueKey, issueKeyTo } from "./account/issue_key.ts";
export { keepKeyUsage, KeyUsage, layerKeyUsage } from "./account/key_usage.ts";
export { KEY_KNOWN_MS, KeyCache, type KeyLookup, layerKeyCache } from "./account/key_cache.ts";
export { limitWallet } from "./account/limit_wallet.ts";
export { listKeys } from "./account/list_keys.ts";
export { openAccount } from "./account/open_account.ts";
export { OwnKeyMissing, ownKeys, revokeOwnKey } from "./account/own_keys.ts";
export { keepSignInsPruned, pruneSignIns } from "./account/prune_sign_ins.ts";
export { provisionWallet } from "./account/provision_wallet.ts";
export { KeyAmbiguous, KeyMissing, revokeKey } from "./account/revoke_key.ts";
export { rotateSecrets } from "./account/rotate_secrets.ts";
export {
  type CurrentSession,
  currentSession,
  endOtherSessions,
  endSession,
  listSessions,
  SessionMissing,
} from "./account/sessions.ts";
export { PasswordWrong, setPassword } from "./account/set_password.ts";
export {
  enterAccount,
  LinkInvalid,
  makeLink,
  signIn,
  signInByLink,
  SignInRefused,
} from "./account/sign_in.ts";
export { AccountTaken, signUp, SignUpClosed, signUpState } from "./account/sign_up.ts";
export { listWallets, showWallet, WalletMissing } from "./account/show_wallet.ts";
export {
  eventFee,
  type EventFeeEstimate,
  flatFeeEstimate,
  legacyFeeEstimate,
} from "./fee/event_fees.ts";
export { type AuditFinding, auditGames } from "./game/audit_games.ts";
export { makeGameChangeLog } from "./game/game_change_log.ts";
export { GameGraph, layerGameGraph } from "./game/game_graph.ts";
export { GAME_JOBS, keepGames, runGameJob } from "./game/game_jobs.ts";
export { type GameNews, GameReadModel, layerGameReadModel } from "./game/game_read_model.ts";
export { GameSettings } from "./game/game_settings.ts";
export { makeReadingLog } from "./game/reading_log.ts";
export { type ReadingProgress, readingProgress } from "./game/reading_progress.ts";
export { refreshPlatforms } from "./game/refresh_platforms.ts";
export { refreshSchedule, refreshScores } from "./game/refresh_schedule.ts";
export { shareGames } from "./game/share_games.ts";
export { Games, type SchedulePlan } from "./game/schedule_plan.ts";
export { TeamNames } from "./game/team_names.ts";
export { announceEvents } from "./hook/announce_events.ts";
export { announceFeeds } from "./hook/announce_feeds.ts";
export { announceWindowEvents, announceWindows, readProgress } from "./hook/announce_windows.ts";
export { deliverHooks } from "./hook/deliver_hooks.ts";
export { keepOutbox, tidyOutbox, WAITING_MAX } from "./hook/keep_outbox.ts";
export {
  addHook,
  HOOK_SECRET_BYTES,
  HookMissing,
  listHooks,
  pingHook,
  removeHook,
  resumeHook,
  rotateHook,
} from "./hook/manage_hooks.ts";
export { resealHooks } from "./hook/reseal_hooks.ts";
export {
  endSilence,
  heldState,
  makeFollowedStream,
  makeHeldStream,
  takeHeld,
  takeOwn,
  takeReceived,
} from "./live/followed_stream.ts";
export { LatestTwaps, layerLatestTwaps } from "./live/latest_twap.ts";
export { makeLiveGames, REPLAY_GAMES_MAX } from "./live/live_games.ts";
export { CatchUpTimeout, layerLiveStream, LiveStream } from "./live/live_stream.ts";
export { makeLiveTargets } from "./live/live_targets.ts";
export { makeLiveTwaps } from "./live/live_twaps.ts";
export { joinOracleFeeds } from "./live/oracle_feed.ts";
export { joinOracleStreams } from "./live/oracle_streams.ts";
export { joinTwapFeeds } from "./live/oracle_twaps.ts";
export { recordOpenings } from "./live/record_openings.ts";
export { shareLivePrices } from "./live/shared_prices.ts";
export {
  makeTargetSeries,
  missingTargets,
  takeAnswers,
  takeDue,
  takeTarget,
  type TargetLookup,
  type TargetSeries,
} from "./live/target_series.ts";
export {
  isReplayable,
  makeTwapSeries,
  takeLoss,
  takeMissingFeed,
  takeReport,
  twapEventsOf,
} from "./live/twap_series.ts";
export { IdempotencyLock, KeyBusy, layerIdempotencyLock } from "./order/idempotency_lock.ts";
export { BalanceShort } from "./order/lower_for_fee.ts";
export { EventAmbiguous } from "./order/market_slug.ts";
export { cancelOrders, openOrders } from "./order/open_orders.ts";
export { orderHistory } from "./order/order_history.ts";
export { orderOfKey } from "./order/order_of_key.ts";
export { KeyReused, OrderRefused, OrderUncertain, placeOrder } from "./order/place_order.ts";
export { type OrderPreview, previewOrder } from "./order/preview_order.ts";
export { reconcileOrders } from "./order/reconcile_orders.ts";
export {
  MarketClosed,
  MarketElsewhere,
  MarketUnknown,
  type OrderRequest,
  OutcomesAlike,
  OutcomeUnknown,
  resolveOrder,
} from "./order/resolve_order.ts";
export type { PlaceOrderCommand } from "./order/send_order.ts";
export {
  layerTradedMarkets,
  ProtocolUnclear,
  TokensUnclear,
  TradedMarkets,
} from "./order/traded_markets.ts";
export { OrderNotStored } from "./order/unsent_order.ts";
export {
  ApprovalMissing,
  orderHolder,
  WalletForbidden,
  WalletNotReady,
} from "./order/trading_wallet.ts";
export { layerWalletBalances, type WalletFunds, walletFunds } from "./order/wallet_balance.ts";
export { type ActiveTarget, activeTargets } from "./price/active_targets.ts";
export { backfill } from "./price/backfill.ts";
export { type BackfillProgress, missingCount } from "./price/backfill_progress.ts";
export { dayWindows } from "./price/day_windows.ts";
export { exchangePoints } from "./price/exchange_points.ts";
export {
  FINALIZE_TARGETS,
  finalizeProvisional,
  finalizeTargets,
  type RetryPlan,
} from "./price/finalize_targets.ts";
export { HistoryCache, layerHistoryCache } from "./price/history_cache.ts";
export type { RequestedRange } from "./price/opened_range.ts";
export { nowSec, type RequestedInstant } from "./price/opened_window.ts";
export { RangeBudget, withinOneBudget } from "./price/range_budget.ts";
export { targetAt } from "./price/target_at.ts";
export { targetBatch } from "./price/target_batch.ts";
export {
  layerTargetCache,
  TargetCache,
  type TargetCounts,
  type TargetResult,
} from "./price/target_cache.ts";
export {
  keyOfId,
  type KnownTarget,
  makeTargetMemory,
  type TargetChange,
  type TargetListener,
} from "./price/target_memory.ts";
export { type RangeTarget, targetRange } from "./price/target_range.ts";
export { makeUnstoredTargets } from "./price/unstored_targets.ts";
export { shareTargets } from "./price/share_targets.ts";
export { targetQuery, Venue, type VenueChoice } from "./price/venue.ts";
export {
  type WindowOutcome,
  windowOutcomes,
  type WindowOutcomesQuery,
} from "./price/window_outcomes.ts";
export {
  refuseTooManyResolutions,
  type ResolutionResult,
  RESOLUTIONS_MAX,
  windowResolutions,
} from "./price/window_resolutions.ts";
export { ClockSpeed, type MachineClock, MachineTime } from "./time/machine_time.ts";
export { layerOutcomeMarketCache, OutcomeMarketCache } from "./venue2/outcome_market_cache.ts";
export {
  keepOutcomeMarkets,
  OUTCOME_MARKET_JOB,
  refreshOutcomeMarkets,
} from "./venue2/outcome_market_job.ts";
export {
  activeOutcomeTargets,
  OutcomeMarketUnknown,
  type OutcomeTarget,
  outcomeTargetsAt,
} from "./venue2/outcome_targets.ts";
export { type OutcomeMarketSource, shareOutcomeMarkets } from "./venue2/shared_outcome_markets.ts";
export { tradeOriginOf, Venue2 } from "./venue2/venue2.ts";
