/**
 * The ports of the core. Each file defines one port: its service, its queries and its failures.
 *
 * @module
 */
export * from "./account_store.ts";
export * from "./event_catalog.ts";
export * from "./game_store.ts";
export * from "./history_feeds.ts";
export * from "./job_watch.ts";
export * from "./leadership.ts";
export * from "./live_prices.ts";
export * from "./order_gate.ts";
export * from "./order_store.ts";
export * from "./order_venue.ts";
export * from "./outcome_market_list.ts";
export * from "./outcome_market_store.ts";
export * from "./platform_source.ts";
export * from "./price_feed.ts";
export * from "./price_history.ts";
export * from "./provider_failure.ts";
export * from "./provider_question.ts";
export * from "./provider_watch.ts";
export * from "./quota_store.ts";
export * from "./resolutions.ts";
export * from "./schedule_reading.ts";
export * from "./schedule_source.ts";
export * from "./secret_box.ts";
export * from "./store_failure.ts";
export * from "./target_store.ts";
export * from "./twap_feed.ts";
export * from "./venue_account.ts";
export * from "./venue_limits.ts";
export * from "./wallet_store.ts";
