/**
 * The topics that a client of the stream can subscribe to.
 *
 * @module
 */
import { type LeagueCode, LEAGUES } from "../game/mod.ts";
import { type Asset, ASSETS, type Interval, type Series, seriesOf } from "../market/mod.ts";
import { type TwapSeries, type TwapWindowSec } from "../price/mod.ts";

/** The topic of one series of targets: `targets:btc:5min`. */
export type TargetTopic = `targets:${Asset}:${Interval}`;

/** The topic of one series of averages: `twap:btc:60`. */
export type TwapTopic = `twap:${Asset}:${TwapWindowSec}`;

/** The topic of changes to a league's games: `games:nba`. */
export type GameTopic = `games:${LeagueCode}`;

/** The topic of a wallet's orders and fills: `orders:<wallet id>`. */
export type OrdersTopic = `orders:${string}`;

/** The topic of the exchange's newest trade of an asset: `spot:btc`. Its events have no seq. */
export type SpotTopic = `spot:${Asset}`;

/**
 * The topic of one series of windows: `windows:btc:5min`. Its events of windows have the seq of
 * their start, its quotes none.
 */
export type WindowsTopic = `windows:${Asset}:${Interval}`;

/** Any topic of which every event counts, each with its seq. */
export type Topic = TargetTopic | TwapTopic | GameTopic | OrdersTopic;

/** Returns the topic of an asset's targets in one interval. */
export function targetTopic(asset: Asset, interval: Interval): TargetTopic {
  return `targets:${asset}:${interval}`;
}

/** Returns the topic of a series of averages. */
export function twapTopic({ asset, windowSec }: TwapSeries): TwapTopic {
  return `twap:${asset}:${windowSec}`;
}

/** Returns the topic of the exchange's newest trade of an asset. */
export function spotTopic(asset: Asset): SpotTopic {
  return `spot:${asset}`;
}

/** Returns the topic of a series of windows. */
export function windowsTopic({ asset, interval }: Series): WindowsTopic {
  return `windows:${asset}:${interval}`;
}

/** Returns the topic of changes to a league's games. */
export function gameTopic(league: LeagueCode): GameTopic {
  return `games:${league}`;
}

/** Returns the topic of a wallet's orders and fills. */
export function ordersTopic(walletId: string): OrdersTopic {
  return `orders:${walletId}`;
}

/** Returns the wallet of an orders topic; undefined for any other topic. */
export function walletIdOf(topic: string): string | undefined {
  return topic.startsWith("orders:") ? topic.slice("orders:".length) : undefined;
}

const LEAGUE_BY_TOPIC: ReadonlyMap<string, LeagueCode> = new Map(
  LEAGUES.map((league) => [gameTopic(league), league]),
);

/** Returns the league of a game topic; undefined for any other topic. */
export function leagueOf(topic: string): LeagueCode | undefined {
  return LEAGUE_BY_TOPIC.get(topic);
}

/** Every series of targets, assets first. */
export const TARGET_SERIES: ReadonlyArray<Series> = seriesOf(ASSETS);
