/**
 * The frames that the stream sends. The bot gets events with the fields they have on the wire.
 *
 * @module
 */
import type { MessageLimits } from "./message_pace.ts";
import type { ListedGame } from "../game.ts";
import type { OrderFill } from "../wire/fill.ts";
import type { Asset, Interval, Provider } from "../wire/names.ts";
import type { SentOrder } from "../wire/order.ts";
import type { Spot } from "../wire/spot.ts";
import type { ActionEvent } from "./action_frame.ts";
import type { QuoteFrame, WindowFrame } from "./window_frame.ts";
import type { Channel } from "./topic.ts";

/** The target price of a window that opened: the price to beat. */
export interface TargetEvent {
  readonly type: "target";
  /** `targets:btc:5min` */
  readonly topic: string;
  /** The window's start, unix seconds. Ascends within a topic; only a correction repeats one. */
  readonly seq: number;
  readonly asset: Asset;
  readonly marketType: Interval;
  readonly provider: Provider;
  /** The source of the price, such as `oracle_twap`. */
  readonly source: string;
  /** US dollars. */
  readonly price: number;
  /** Set when the price comes from the venue's site: one correction may still follow. */
  readonly provisional?: true;
  /** Set when this event replaces the earlier one with the same `seq`. */
  readonly corrects?: true;
  /** Unix seconds. */
  readonly windowStart: number;
  /** The same, ISO 8601. */
  readonly windowStartIso: string;
  /** The first unix second after the window. */
  readonly windowEnd: number;
  /** The venue's slug of the event. */
  readonly slug: string;
  /** The event's page on the venue's site. */
  readonly url: string;
  /** When the service published it, ISO 8601. */
  readonly publishedAt: string;
  /** Milliseconds from the window's start until it was published. */
  readonly delayMs: number;
}

/** The oracle's time-weighted average price at one second. */
export interface TwapEvent {
  readonly type: "twap";
  /** `twap:btc:60` */
  readonly topic: string;
  /** The second of the observation, unix seconds. */
  readonly seq: number;
  readonly asset: Asset;
  /** `btc/usd` */
  readonly symbol: string;
  /** How many seconds the average looks back. */
  readonly windowSeconds: number;
  /** Exact decimal text, US dollars. */
  readonly value: string;
  /** The same value times 10^18, as text for `BigInt`. */
  readonly valueE18: string;
  /** ISO 8601. */
  readonly observedAt: string;
  readonly source: string;
}

/** The newest trade of an asset on the exchange. Each replaces the one before. */
export interface SpotEvent {
  readonly type: "spot";
  /** `spot:btc` */
  readonly topic: string;
  readonly asset: Asset;
  /** US dollars. */
  readonly price: number;
  /** When it was traded, by the exchange's clock, ISO 8601. */
  readonly at: string;
  readonly source: Spot["source"];
}

/** The new state of a game: the game changed, or the platforms that list it did. */
export interface GameEvent {
  readonly type: "game";
  /** `games:nba` */
  readonly topic: string;
  /** The number of this state. Ascends within a topic; skipped numbers do not mean lost events. */
  readonly seq: number;
  readonly game: ListedGame;
}

/**
 * The point from which the loop is complete. A list requested over HTTP after it, updated with the
 * games that follow it, misses nothing.
 */
export interface StartEvent {
  readonly type: "start";
  readonly topics: ReadonlyArray<string>;
  /** Every event that follows has a greater seq. */
  readonly seq: number;
}

/** An order of a wallet, as it is since it has changed. None comes while its state is `sent`. */
export interface OrderEvent {
  readonly type: "order";
  /** `orders:<wallet id>` */
  readonly topic: string;
  /** Counts the events of the wallet: one more than that of the event before. */
  readonly seq: number;
  /** As `orders.history` lists it. */
  readonly order: SentOrder;
}

/** A fill of an order of a wallet, as it is since it has changed. Its order comes after it. */
export interface FillEvent {
  readonly type: "fill";
  /** `orders:<wallet id>` */
  readonly topic: string;
  /** Counts the events of the wallet: one more than that of the event before. */
  readonly seq: number;
  /** As `orders.fills` lists it. */
  readonly fill: OrderFill;
}

/**
 * The point from which a loop over wallets is complete. Orders, fills and claims requested over
 * HTTP after it, updated with the events that follow it, miss nothing.
 */
export interface OrdersStartEvent {
  readonly type: "start";
  readonly topics: ReadonlyArray<string>;
  /** Every event of a topic that follows has a greater seq than the one here. */
  readonly seqs: Readonly<Record<string, number>>;
}

/**
 * The reason why events are missing.
 *
 * - `replay_limit`: they are older than the service replays.
 * - `no_price`: the provider has no price for them.
 * - `not_fetched`: the service could not fetch them in time; it may have them when asked later.
 * - `no_feed`: the provider has no feed for the topic; no events arrive until it has one.
 * - `slow_reader`: the connection did not keep up. A bot never gets this one: the client
 *   reconnects, and the service replays what was missed.
 */
export type GapReason =
  | "replay_limit"
  | "no_price"
  | "not_fetched"
  | "no_feed"
  | "slow_reader";

/**
 * Events that will not arrive: every seq of the topic from `fromSeq` to `toSeq`, both inclusive.
 * For games: those whose last change is in this range; read them over HTTP. For orders: read the
 * wallet's orders, fills and claims over HTTP.
 */
export interface GapEvent {
  readonly type: "gap";
  readonly topic: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly reason: GapReason;
}

/**
 * The health of a provider. `degraded`: its stream is interrupted and its prices are polled
 * instead, so they arrive later. `down`: neither works.
 */
export type FeedState = "healthy" | "degraded" | "down";

/** The new state of a provider. A provider without any such event is healthy. */
export interface FeedEvent {
  readonly type: "feed";
  readonly provider: Provider;
  readonly state: FeedState;
  /** ISO 8601. */
  readonly since: string;
}

/** An event of one topic that has a place in its order. */
export type OrderedEvent =
  | TargetEvent
  | TwapEvent
  | GameEvent
  | OrderEvent
  | ActionEvent
  | FillEvent
  | GapEvent;

/** An event of one topic. */
export type TopicEvent = OrderedEvent | WindowFrame | QuoteFrame | SpotEvent;

/** An event that `targets` can yield. */
export type TargetsEvent = TargetEvent | GapEvent | FeedEvent;

/** An event that `twap` can yield. */
export type TwapsEvent = TwapEvent | GapEvent | FeedEvent;

/** An event that `spot` can yield. */
export type SpotsEvent = SpotEvent | FeedEvent;

/** An event that `games` can yield. */
export type GamesEvent = StartEvent | GameEvent | GapEvent;

/** An event that `orders` can yield. */
export type OrdersEvent = OrdersStartEvent | OrderEvent | FillEvent | ActionEvent | GapEvent;

/** The service's limits. */
export interface StreamLimits extends Required<MessageLimits> {
  readonly connectionsPerIp: number;
  readonly messageBytes: number;
  readonly topics: number;
  readonly replaysPerIp: number;
  readonly replayWindows: number;
  readonly replayGames: number;
  readonly replayFrames: number;
}

/** The first frame of a connection. */
export interface HelloFrame {
  readonly type: "hello";
  readonly protocol: number;
  /** ISO 8601. */
  readonly serverTime: string;
  /** In a replay whose clock waits for what a client acknowledges. */
  readonly lockstep?: true;
  /** What one connection, or all of an address, may ask for. */
  readonly limits: StreamLimits;
}

/** The answer to a subscription. The events of its topics follow. */
export interface SubscribedFrame {
  readonly type: "subscribed";
  readonly id?: string | number;
  readonly channel: Channel;
  readonly topics: ReadonlyArray<string>;
  /** For games: the seq after which events follow. */
  readonly seq?: number;
  /** For orders: the seq after which events follow, by topic. */
  readonly seqs?: Readonly<Record<string, number>>;
}

/** An error about a frame that the client sent: refused, or failed later. */
export interface ErrorFrame {
  readonly type: "error";
  readonly id?: string | number;
  readonly error: string;
  readonly code: string;
  readonly hint?: string;
}

/** The answer to `unsubscribe`. */
export interface UnsubscribedFrame {
  readonly type: "unsubscribed";
  readonly id?: string | number;
  readonly channel: Channel;
  readonly topics: ReadonlyArray<string>;
}

/** The answer to a ping. */
export interface PongFrame {
  readonly type: "pong";
  readonly id?: string | number;
}

/** Any frame that the service sends. */
export type Frame =
  | HelloFrame
  | SubscribedFrame
  | ErrorFrame
  | UnsubscribedFrame
  | PongFrame
  | TopicEvent
  | FeedEvent;
