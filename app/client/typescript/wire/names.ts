/**
 * What the service answers about assets, leagues and the like, by name.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

/** Every asset, in the order of the service. */
export const ASSETS = ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"] as const;
export type Asset = (typeof ASSETS)[number] | "zec";

/** Every interval, in the order of the service. */
export const INTERVALS = ["5min", "15min", "1hour", "4hour", "daily"] as const;
export type Interval = (typeof INTERVALS)[number];

/** Every league, in the order of the service. */
export const LEAGUES = [
  "nfl",
  "ncaaf",
  "nba",
  "wnba",
  "ncaab",
  "mlb",
  "nhl",
  "epl",
  "efl",
  "laliga",
  "bundesliga",
  "seriea",
  "ligue1",
  "mls",
  "ligamx",
  "ucl",
  "uel",
  "worldcup",
  "wsl",
  "nwsl",
  "ufc",
  "atp",
  "wta",
] as const;
export type LeagueCode = (typeof LEAGUES)[number];

/** Every platform, in the order of the service. */
export const PLATFORMS = ["polymarket", "kalshi", "limitless", "sx_bet", "hyperliquid"] as const;
export type PlatformCode = (typeof PLATFORMS)[number];

/** Every provider, in the order of the service. */
export const PROVIDERS = ["oracle", "exchange"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Every order reason, in the order of the service. */
export const ORDER_REASONS = [
  "killed",
  "no_liquidity",
  "would_cross",
  "balance",
  "allowance",
  "unsettled",
  "accuracy",
  "too_small",
  "expiration",
  "terms",
  "market_closed",
  "wallet",
  "region",
  "closed_only",
  "paused",
  "post_only",
  "busy",
  "not_sent",
  "never_arrived",
  "stale",
  "rejected",
  "limit_price",
  "off_tick",
  "limit_order",
  "limit_day",
  "protocol",
  "unknown_market",
  "unknown_outcome",
  "unknown_order",
  "unknown_wallet",
  "ambiguous",
  "not_ready",
  "invalid",
  "key_reused",
  "key_in_use",
  "uncertain",
  "unavailable",
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];
