/**
 * The names of the topics that a bot can follow.
 *
 * @module
 */
import type { Interval, Provider } from "../wire/names.ts";

/**
 * The kind of a topic, its first part: `windows:btc:5min`, `targets:btc:5min`, `twap:btc:60`,
 * `spot:btc`, `games:nba`, `orders:<wallet id>`.
 */
export type Channel = "windows" | "targets" | "twap" | "spot" | "games" | "orders";

const HOUR_SEC = 3_600;

/**
 * Every interval, shortest first: its longest window in seconds, and other spellings that the
 * service accepts. When US Eastern clocks go back, a day has 25 hours, and its `4hour` one more.
 */
const INTERVAL_FACTS: ReadonlyArray<readonly [Interval, secMax: number, ...aliases: string[]]> = [
  ["5min", 300, "5m"],
  ["15min", 900, "15m"],
  ["1hour", HOUR_SEC, "1h", "1hr"],
  ["4hour", 5 * HOUR_SEC, "4h"],
  ["daily", 25 * HOUR_SEC, "day"],
];

/** An average is published some seconds after its own second. */
const TWAP_MAX_AGE_SEC = 5;

/** Stands in a topic for every asset, or league, that the service has. */
export const ALL = "*";

/** Returns the topic of every asset that this one is part of: `targets:*:5min`. */
export function topicOfAll(topic: string): string {
  return topic.replace(/:[^:]*/, `:${ALL}`);
}

/** Whether a subscription to one topic gets events of the other. */
export function overlap(one: string, other: string): boolean {
  return one === other || one === topicOfAll(other) || topicOfAll(one) === other;
}

/** Returns the service's name for a spelling in any case and Unicode form, or the name folded. */
export function canonicalName(name: string): string {
  const lower = name.normalize("NFKC").trim().toLowerCase();
  return factsOf(lower)?.[0] ?? lower;
}

/**
 * Returns the maximum age of a topic's current value, in seconds: the longest window of its
 * interval, or the delay of an average.
 */
export function maxAgeSecOf(topic: string): number {
  const [channel, , span = ""] = topic.split(":");
  return channel === "twap" ? TWAP_MAX_AGE_SEC : factsOf(span)?.[1] ?? 25 * HOUR_SEC;
}

function factsOf(interval: string) {
  return INTERVAL_FACTS.find((facts) => facts.includes(interval));
}

/** Whether a channel has no seqs: a new connection begins with the current value. */
export function isUnordered(channel: string): boolean {
  return channel === "spot";
}

/** Whether the seqs of a channel are numbers that the service counts, and not unix seconds. */
export function isCounted(channel: string): boolean {
  return channel === "games" || channel === "orders";
}

/** Returns the provider of a topic's values; undefined for those without a provider's state. */
export function providerOf(topic: string): Provider | undefined {
  if (/^(games|orders):/.test(topic)) return undefined;
  return /^(spot:|\w+:.*:(1hour|daily)$)/.test(topic) ? "exchange" : "oracle";
}
