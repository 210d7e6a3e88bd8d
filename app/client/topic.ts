/**
 * The names of the topics that a bot can follow.
 *
 * @module
 */

/** An asset whose windows and averages the service publishes. */
export type Asset = "btc" | "eth" | "sol" | "xrp" | "hype" | "doge" | "bnb";

/** The length of a window. */
export type Interval = "5min" | "15min" | "1hour" | "4hour" | "daily";

/** `oracle`: an on-chain data-stream provider. `exchange`: a spot and futures exchange. */
export type Provider = "oracle" | "exchange";

/** The kind of a topic, its first part: `targets:btc:5min`, `twap:btc:60`, `games:nba`. */
export type Channel = "targets" | "twap" | "games";

/** Every league whose games the service publishes. */
export const LEAGUES = [
  ...["nfl", "ncaaf", "nba", "wnba", "ncaab", "mlb", "nhl", "epl", "efl", "laliga"] as const,
  ...["bundesliga", "seriea", "ligue1", "mls", "ligamx", "ucl", "uel", "worldcup"] as const,
  ...["wsl", "nwsl", "ufc", "atp", "wta"] as const,
] as const;

/** One of {@linkcode LEAGUES}. */
export type League = (typeof LEAGUES)[number];

/** Every interval, shortest first. */
export const INTERVALS: ReadonlyArray<Interval> = ["5min", "15min", "1hour", "4hour", "daily"];

/** Other spellings that the service accepts. */
const INTERVAL_ALIASES: ReadonlyMap<string, Interval> = new Map([
  ["5m", "5min"],
  ["15m", "15min"],
  ["1h", "1hour"],
  ["1hr", "1hour"],
  ["4h", "4hour"],
  ["day", "daily"],
]);

const HOUR_SEC = 3_600;

/** One hour more for `4hour` and `daily`: when US Eastern clocks go back, a day has 25 hours. */
const LENGTH_SEC_MAX: ReadonlyMap<string, number> = new Map([
  ["5min", 300],
  ["15min", 900],
  ["1hour", HOUR_SEC],
  ["4hour", 5 * HOUR_SEC],
  ["daily", 25 * HOUR_SEC],
]);

/** An average is published some seconds after its own second. */
const TWAP_MAX_AGE_SEC = 5;

const EXCHANGE_INTERVALS: ReadonlySet<string> = new Set(["1hour", "daily"]);

/** Returns the service's name for a spelling, in lower case; unknown names are only trimmed. */
export function canonicalName(name: string): string {
  const lower = name.trim().toLowerCase();
  return INTERVAL_ALIASES.get(lower) ?? lower;
}

/**
 * Returns the maximum age of a topic's current value, in seconds: the longest window of its
 * interval, or the delay of an average.
 */
export function maxAgeSecOf(topic: string): number {
  const [channel, , span = ""] = topic.split(":");
  return channel === "twap" ? TWAP_MAX_AGE_SEC : LENGTH_SEC_MAX.get(span) ?? 25 * HOUR_SEC;
}

/** Returns the provider of a topic's values; undefined for games, which have no provider state. */
export function providerOf(topic: string): Provider | undefined {
  const [channel, , span = ""] = topic.split(":");
  if (channel === "games") return undefined;
  return channel === "targets" && EXCHANGE_INTERVALS.has(span) ? "exchange" : "oracle";
}
