/**
 * What the service answers about assets, leagues and the like, by name.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

/** Every {@linkcode Asset}. */
export const ASSETS = ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"] as const;

/** An asset whose windows and averages the service publishes. */
export type Asset = (typeof ASSETS)[number];

/** Every {@linkcode Interval}. */
export const INTERVALS = ["5min", "15min", "1hour", "4hour", "daily"] as const;

/** The length of a window; they are listed shortest first. */
export type Interval = (typeof INTERVALS)[number];

/** Every {@linkcode LeagueCode}. */
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

/** A league whose games the service publishes. */
export type LeagueCode = (typeof LEAGUES)[number];

/** Every {@linkcode PlatformCode}. */
export const PLATFORMS = ["polymarket", "kalshi", "limitless", "sx_bet", "hyperliquid"] as const;

/** A platform that is searched for games. */
export type PlatformCode = (typeof PLATFORMS)[number];

/** Every {@linkcode Provider}. */
export const PROVIDERS = ["oracle", "exchange"] as const;

/** `oracle`: an on-chain data-stream provider. `exchange`: a spot and futures exchange. */
export type Provider = (typeof PROVIDERS)[number];
