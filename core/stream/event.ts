/**
 * What the stream tells, before it is written for a client.
 *
 * Within a topic `seq` strictly ascends: it is the start of the window, or the second of the
 * observation, so every replica counts alike and a gap is arithmetic. Only a correction comes under
 * a seq that was told before. Of a game it is the number
 * under which its last write is stored: every replica counts alike there too, but what lies between
 * two numbers may have belonged to nobody, or to what was written again since.
 *
 * @module
 */
import { type GameListing, type GameRecord } from "../game/mod.ts";
import { type Asset, type MarketWindow, type Provider } from "../market/mod.ts";
import { type TargetSource, type TwapWindowSec } from "../price/mod.ts";
import { type GameTopic, type TargetTopic, type Topic, type TwapTopic } from "./topic.ts";

/** A window's target. */
export interface TargetEvent {
  readonly kind: "target";
  readonly topic: TargetTopic;
  /** The window's start, unix seconds. */
  readonly seq: number;
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly source: TargetSource;
  readonly priceE18: bigint;
  /** A better source may still correct it, once. */
  readonly isProvisional?: true;
  /** It takes the place of what was told under the same seq. */
  readonly corrects?: true;
  /** When it was told, on the service's clock. */
  readonly toldAtMs: number;
}

/** An average of the oracle over a look-back. */
export interface TwapEvent {
  readonly kind: "twap";
  readonly topic: TwapTopic;
  /** The second of its observation, unix seconds. */
  readonly seq: number;
  readonly asset: Asset;
  readonly windowSec: TwapWindowSec;
  readonly priceE18: bigint;
}

/** A game was written: it, or where it is listed, has changed. */
export interface GameEvent {
  readonly kind: "game";
  readonly topic: GameTopic;
  /** The number of its write. */
  readonly seq: number;
  readonly record: GameRecord;
  /** What it stood in when it was told. */
  readonly listing: GameListing;
}

/**
 * Why something is missing.
 *
 * - `replay_limit`: it lies further back than is replayed.
 * - `no_price`: the provider has no price for it.
 * - `not_fetched`: it could not be had in time, and may be had by asking for it later.
 * - `no_feed`: the provider does not publish it, or not to us. Nothing comes until it does.
 * - `slow_reader`: the client does not read, and is disconnected.
 */
export const GAP_REASONS = [
  "replay_limit",
  "no_price",
  "not_fetched",
  "no_feed",
  "slow_reader",
] as const;

/** One of {@linkcode GAP_REASONS}. */
export type GapReason = (typeof GAP_REASONS)[number];

/** Nothing will be told from `fromSeq` to `toSeq`, both included. */
export interface GapEvent {
  readonly kind: "gap";
  readonly topic: Topic;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly reason: GapReason;
}

/** What belongs to one topic. */
export type TopicEvent = TargetEvent | TwapEvent | GameEvent | GapEvent;

/**
 * How live a provider is.
 *
 * - `healthy`: its own stream runs.
 * - `degraded`: the stream is interrupted, and its prices are asked for instead.
 * - `down`: neither works.
 */
export const FEED_STATES = ["healthy", "degraded", "down"] as const;

/** One of {@linkcode FEED_STATES}. */
export type FeedState = (typeof FEED_STATES)[number];

/** A provider's state changed. */
export interface FeedEvent {
  readonly kind: "feed";
  readonly provider: Provider;
  readonly state: FeedState;
  readonly sinceMs: number;
}

/** Anything that is told. */
export type StreamEvent = TopicEvent | FeedEvent;

/** The last seq that an event of a topic accounts for. */
export function lastSeqOf(event: TopicEvent): number {
  return event.kind === "gap" ? event.toSeq : event.seq;
}
