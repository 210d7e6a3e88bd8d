/**
 * What the stream sends. Events reach the bot as they stand on the wire.
 *
 * @module
 */
import type { Game } from "./game.ts";
import type { Asset, Channel, Interval, Provider } from "./topic.ts";

/** A window opened, and this is its target price: the price to beat. */
export interface TargetEvent {
  readonly type: "target";
  /** `targets:btc:5min` */
  readonly topic: string;
  /** The window's start: within a topic it ascends, and only a correction shares it. */
  readonly seq: number;
  readonly asset: Asset;
  readonly marketType: Interval;
  readonly provider: Provider;
  /** What the price was read from, such as `oracle_twap`. */
  readonly source: string;
  /** US dollars. */
  readonly price: number;
  /** The venue's site named the price: it may still be corrected, once. */
  readonly provisional?: true;
  /** It takes the place of the event that came under this `seq`. */
  readonly corrects?: true;
  /** Unix seconds. */
  readonly windowStart: number;
  readonly windowStartIso: string;
  /** The first unix second after the window. */
  readonly windowEnd: number;
  /** The venue's name of the event. */
  readonly slug: string;
  /** The event's page. */
  readonly url: string;
  /** When the service told it, ISO 8601. */
  readonly publishedAt: string;
  /** Milliseconds from the window's start until it was told. */
  readonly delayMs: number;
}

/** The oracle's time-weighted average price at a second. */
export interface TwapEvent {
  readonly type: "twap";
  /** `twap:btc:60` */
  readonly topic: string;
  /** The second of the observation, unix. */
  readonly seq: number;
  readonly asset: Asset;
  /** `btc/usd` */
  readonly symbol: string;
  /** How many seconds the average looks back. */
  readonly windowSeconds: number;
  /** Exact decimal text, US dollars. */
  readonly value: string;
  /** The same times 10^18, for `BigInt`. */
  readonly valueE18: string;
  /** ISO 8601. */
  readonly observedAt: string;
  readonly source: string;
}

/** A game has changed, or where it is listed. */
export interface GameEvent {
  readonly type: "game";
  /** `games:nba` */
  readonly topic: string;
  /** The number of this state: within a topic it ascends. What is missing in between is no loss. */
  readonly seq: number;
  readonly game: Game;
}

/**
 * From here on everything is told. A list that is asked for after it, together with the games that
 * are told after it, is all there is.
 */
export interface StartEvent {
  readonly type: "start";
  readonly topics: ReadonlyArray<string>;
  /** What is told has a greater one. */
  readonly seq: number;
}

/**
 * Why something is missing.
 *
 * - `replay_limit`: it lies further back than the service replays.
 * - `no_price`: the provider has no price for it.
 * - `not_fetched`: it could not be had in time; asking the service for it later may give it.
 * - `no_feed`: the provider publishes nothing of the topic, and nothing comes until it does.
 * - `slow_reader`: the connection did not keep up. A bot never sees this one: the client connects
 *   again, and is told what was missed.
 */
export type GapReason =
  | "replay_limit"
  | "no_price"
  | "not_fetched"
  | "no_feed"
  | "slow_reader";

/**
 * What will not be told: every seq of the topic from `fromSeq` to `toSeq`, both included. Of games:
 * those that changed last between these, which HTTP has.
 */
export interface GapEvent {
  readonly type: "gap";
  readonly topic: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly reason: GapReason;
}

/**
 * How live a provider is. `degraded`: its own stream is interrupted and its prices are asked for
 * instead, so they come later. `down`: neither works.
 */
export type FeedState = "healthy" | "degraded" | "down";

/** The state of a provider changed. What was never told is healthy. */
export interface FeedEvent {
  readonly type: "feed";
  readonly provider: Provider;
  readonly state: FeedState;
  /** ISO 8601. */
  readonly since: string;
}

/** Events of one topic. */
export type TopicEvent = TargetEvent | TwapEvent | GameEvent | GapEvent;

/** What may come with `targets`. */
export type TargetsEvent = TargetEvent | GapEvent | FeedEvent;

/** What may come with `twap`. */
export type TwapsEvent = TwapEvent | GapEvent | FeedEvent;

/** What may come with `games`. */
export type GamesEvent = StartEvent | GameEvent | GapEvent;

/** The first frame of a connection. */
export interface HelloFrame {
  readonly type: "hello";
  readonly protocol: number;
  /** ISO 8601. */
  readonly serverTime: string;
}

/** Answers a subscription; the values of its topics follow. */
export interface SubscribedFrame {
  readonly type: "subscribed";
  readonly id?: string | number;
  readonly channel: Channel;
  readonly topics: ReadonlyArray<string>;
  /** Of games: the number up to which everything was told. */
  readonly seq?: number;
}

/** Refuses a frame of ours, or says that it could not be worked on. */
export interface ErrorFrame {
  readonly type: "error";
  readonly id?: string | number;
  readonly error: string;
  readonly code: string;
  readonly hint?: string;
}

/** Answers what was unsubscribed, and a ping. */
export interface AnswerFrame {
  readonly type: "unsubscribed" | "pong";
  readonly id?: string | number;
}

/** Any frame. */
export type Frame =
  | HelloFrame
  | SubscribedFrame
  | ErrorFrame
  | AnswerFrame
  | TopicEvent
  | FeedEvent;
