/**
 * The names of what a bot can follow.
 *
 * @module
 */

/** The assets whose windows and averages are told. */
export type Asset = "btc" | "eth" | "sol" | "xrp" | "hype" | "doge" | "bnb";

/** The lengths of windows. */
export type Interval = "5min" | "15min" | "1hour" | "4hour" | "daily";

/** `oracle`: an on-chain data-stream provider. `exchange`: a spot and futures exchange. */
export type Provider = "oracle" | "exchange";

/** The kinds of topics: `targets:btc:5min`, `twap:btc:60`, `games:nba`. */
export type Channel = "targets" | "twap" | "games";

/** Every league whose games are told. */
export const LEAGUES = [
  ...["nfl", "ncaaf", "nba", "wnba", "ncaab", "mlb", "nhl", "epl", "efl", "laliga"] as const,
  ...["bundesliga", "seriea", "ligue1", "mls", "ligamx", "ucl", "uel", "worldcup"] as const,
  ...["wsl", "nwsl", "ufc", "atp", "wta"] as const,
] as const;

/** One of {@linkcode LEAGUES}. */
export type League = (typeof LEAGUES)[number];

/** Every interval, shortest first. */
export const INTERVALS: ReadonlyArray<Interval> = ["5min", "15min", "1hour", "4hour", "daily"];

/** Other spellings that the service understands. */
const INTERVAL_ALIASES: ReadonlyMap<string, Interval> = new Map([
  ["5m", "5min"],
  ["15m", "15min"],
  ["1h", "1hour"],
  ["1hr", "1hour"],
  ["4h", "4hour"],
  ["day", "daily"],
]);

const HOUR_SEC = 3_600;

/** An hour more where clocks are put back: a calendar of US Eastern has days of 25 hours. */
const LENGTH_SEC_MAX: ReadonlyMap<string, number> = new Map([
  ["5min", 300],
  ["15min", 900],
  ["1hour", HOUR_SEC],
  ["4hour", 5 * HOUR_SEC],
  ["daily", 25 * HOUR_SEC],
]);

/** An average is published some seconds after its own second. */
const TWAP_REACH_SEC = 5;

const EXCHANGE_INTERVALS: ReadonlySet<string> = new Set(["1hour", "daily"]);

/** The name under which the service knows what was asked for; an unknown one stays as it is. */
export function canonicalName(name: string): string {
  const lower = name.trim().toLowerCase();
  return INTERVAL_ALIASES.get(lower) ?? lower;
}

/**
 * How many seconds back the value of now may lie, at most: the greatest length of a window of the
 * topic's interval, or the delay of an average.
 */
export function reachSecOf(topic: string): number {
  const [channel, , span = ""] = topic.split(":");
  return channel === "twap" ? TWAP_REACH_SEC : LENGTH_SEC_MAX.get(span) ?? 25 * HOUR_SEC;
}

/** The provider of a topic's values; undefined: its state is not told. */
export function providerOf(topic: string): Provider | undefined {
  const [channel, , span = ""] = topic.split(":");
  if (channel === "games") return undefined;
  return channel === "targets" && EXCHANGE_INTERVALS.has(span) ? "exchange" : "oracle";
}
