/**
 * The events of the live stream, before they are encoded for a client.
 *
 * Within a topic `seq` strictly increases: it is the start of the window or the second of the
 * observation, so that every replica uses the same numbers and a gap can be computed. Only a
 * correction reuses a published seq. A game's seq is the number under which its last write is
 * stored, also the same on every replica; but a number between two seqs may never have been used,
 * or may belong to a game that was written again since. Changes of a wallet's orders and fills are
 * counted in the store.
 *
 * @module
 */
import { type Leg } from "../leg/mod.ts";
import { type GameListing, type GameRecord } from "../game/mod.ts";
import { type Asset, type MarketWindow, type Provider } from "../market/mod.ts";
import { type TargetSource, type TwapWindowSec } from "../price/mod.ts";
import {
  type GameTopic,
  type SpotTopic,
  type TargetTopic,
  type Topic,
  type TwapTopic,
  type WindowsTopic,
} from "./topic.ts";
import type { WindowState } from "../window/mod.ts";

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
  /** It replaces the target published under the same seq. */
  readonly corrects?: true;
  /** When it was published, in unix milliseconds on the service's clock. */
  readonly publishedAtMs: number;
}

/** An average of the oracle over a look-back. */
export interface TwapEvent {
  readonly kind: "twap";
  readonly topic: TwapTopic;
  /** The second of the observation, unix seconds. */
  readonly seq: number;
  readonly asset: Asset;
  readonly windowSec: TwapWindowSec;
  readonly priceE18: bigint;
}

/** A game was written: the game or its platform listings changed. */
export interface GameEvent {
  readonly kind: "game";
  readonly topic: GameTopic;
  /** The number of the write. */
  readonly seq: number;
  readonly record: GameRecord;
  /** The listing that the game was in when the event was published. */
  readonly listing: GameListing;
}

/**
 * The reasons for a gap.
 *
 * - `replay_limit`: the events are older than the replay reaches.
 * - `no_price`: the provider has no price.
 * - `not_fetched`: the price could not be fetched in time; a later request may find it.
 * - `no_feed`: the provider does not publish the series, or not to this service. No events follow
 *   until it does.
 * - `slow_reader`: the client reads too slowly and is disconnected.
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

/** No events will be published from `fromSeq` to `toSeq`, both included. */
export interface GapEvent<Of extends Topic | WindowsTopic = Topic> {
  readonly kind: "gap";
  readonly topic: Of;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly reason: GapReason;
}

/** An event of one topic. */
export type TopicEvent = TargetEvent | TwapEvent | GameEvent | GapEvent;

/**
 * The liveness of a provider.
 *
 * - `healthy`: its stream runs.
 * - `degraded`: the stream is interrupted, and its prices are polled instead.
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

/** A newer trade at the exchange. It replaces the one before: clients may miss any but the last. */
export interface SpotEvent {
  readonly kind: "spot";
  readonly topic: SpotTopic;
  readonly asset: Asset;
  readonly priceE18: bigint;
  /** When it was traded, unix milliseconds. */
  readonly tradedAtMs: number;
}

/** Where a window is: about to open, open, or over with a close that is known. */
export const WINDOW_PHASES = ["next", "open", "closed"] as const;

/** One of {@linkcode WINDOW_PHASES}. */
export type WindowPhase = (typeof WINDOW_PHASES)[number];

/** Something of a window that is not a price has changed, or it has come into another phase. */
export interface WindowEvent {
  readonly kind: "window";
  readonly topic: WindowsTopic;
  /** The start of the window, in unix seconds. */
  readonly seq: number;
  readonly phase: WindowPhase;
  readonly state: WindowState;
  /** The primary venue's first. */
  readonly legs: ReadonlyArray<Leg>;
  /** Nothing but another venue's leg has changed: those who do not ask for legs have it all. */
  readonly isOfLegs?: true;
}

/** Newer prices of an open window. They replace those before: clients may miss any but the last. */
export interface QuoteEvent {
  readonly kind: "quote";
  readonly topic: WindowsTopic;
  readonly state: WindowState;
  /** When they were so, unix milliseconds. */
  readonly atMs: number;
}

/** Any event of the stream. */
export type StreamEvent = TopicEvent | FeedEvent | SpotEvent | WindowEvent | QuoteEvent;

/** Returns the last seq that an event of a topic accounts for. */
export function lastSeqOf(
  event: Pick<GapEvent, "kind" | "toSeq"> | { readonly seq: number },
): number {
  return "toSeq" in event ? event.toSeq : event.seq;
}
