/**
 * Port: what the replicas of a fleet publish to each other.
 *
 * @module
 */
import { Context, type Effect, type Scope } from "effect";
import type { Asset, Provider } from "../market/mod.ts";
import type { OracleStream } from "../price/mod.ts";
import type { OutcomeMarket } from "../venue2/mod.ts";
import type { LegId } from "../leg/mod.ts";
import type { LiveEvent } from "./live_prices.ts";
import type { OutcomeMids } from "./outcome_market_list.ts";
import type { ClosesQuery } from "./price_history.ts";
import type { IdentifiedPrice } from "./target_store.ts";
import type { Quote, VenueTrade } from "./venue_books.ts";

/** An event of a provider's sockets, from the replica that holds them. */
export interface PriceNews {
  readonly kind: "price";
  readonly provider: Provider;
  readonly event: LiveEvent;
}

/** Whether a socket of a provider delivers. */
export interface SocketState {
  readonly name: string;
  readonly isUp: boolean;
}

/** The state of a provider's sockets, repeated every second for replicas that come later. */
export interface SocketNews {
  readonly kind: "sockets";
  readonly provider: Provider;
  /** Undefined before the first connection has delivered or failed. */
  readonly isUp: boolean | undefined;
  /** Whether each of its sockets delivers, by their names on the status page, where known. */
  readonly sockets: ReadonlyArray<SocketState>;
  /** The feeds that the provider does not have, or does not grant. */
  readonly missing: ReadonlyArray<{ readonly asset: Asset; readonly stream: OracleStream }>;
  /** Every second of a series up to this one was published before, as a price or as lost. */
  readonly done: ReadonlyArray<
    { readonly asset: Asset; readonly stream: OracleStream; readonly doneSec: number }
  >;
}

/** Targets that a replica fetched or finalized, without their evidence, which is in the store. */
export interface TargetNews {
  readonly kind: "targets";
  readonly found: ReadonlyArray<IdentifiedPrice>;
}

/** Closing prices of the exchange that a replica fetched, and that change no more. */
export interface CloseNews {
  readonly kind: "closes";
  readonly query: ClosesQuery;
  /** One per window of the query, in order; null for one without a trade. */
  readonly closes: ReadonlyArray<bigint | null>;
}

/** The leader has written games, and its read model shows them. */
export interface GameWriteNews {
  readonly kind: "games";
  readonly revision: number;
}

/** What the secondary venue lists, and its prices, as they stand. Absent: not known now. */
export interface OutcomeNews {
  readonly kind: "outcomes";
  readonly listed?: ReadonlyArray<OutcomeMarket>;
  readonly mids?: OutcomeMids;
}

/** Windows of which something has changed at another venue, as the store has it. */
export interface LegNews {
  readonly kind: "legs";
  readonly changed: ReadonlyArray<LegId>;
}

/** An order or a fill of a wallet was stored, and has changed. */
export interface WalletNews {
  readonly kind: "wallet";
  readonly walletId: string;
}

/** The best prices of the venue's books, from the replica that follows them. */
export interface QuoteNews {
  readonly kind: "quotes";
  /** Whether these are all that are known: what is not among them is in doubt. */
  readonly isWhole: boolean;
  /** Null: in doubt from now on. */
  readonly quotes: ReadonlyArray<{ readonly tokenId: string; readonly quote: Quote | null }>;
  /** New since the news before, oldest first. */
  readonly trades: ReadonlyArray<{ readonly tokenId: string; readonly trade: VenueTrade }>;
}

/** The tokens whose books a replica follows that has none of the venue, repeated every 3 s. */
export interface FollowedTokenNews {
  readonly kind: "followed_tokens";
  readonly tokenIds: ReadonlyArray<string>;
}

/** Anything that replicas publish to each other. */
export type NewsItem =
  | PriceNews
  | SocketNews
  | TargetNews
  | CloseNews
  | GameWriteNews
  | OutcomeNews
  | QuoteNews
  | FollowedTokenNews
  | LegNews
  | WalletNews;

/**
 * The news are kept and read by channel. `trades` are prices that only count while they are new:
 * beside the others they would push out what replicas need that come late.
 */
export const NEWS_CHANNELS = [
  "prices",
  "trades",
  "targets",
  "closes",
  "games",
  "outcomes",
  "quotes",
  "legs",
  "wallets",
] as const;

/** One of {@linkcode NEWS_CHANNELS}. */
export type NewsChannel = (typeof NEWS_CHANNELS)[number];

/** What a listener receives. `missed`: some news were lost on the way, and will not follow. */
export type ReceivedNews = { readonly item: NewsItem } | { readonly missed: true };

/** Publishes to the other replicas, and receives what they publish. */
export class News extends Context.Service<News, {
  /**
   * Publishes an item, in order, as soon as they can be reached. With a lease only while
   * this process holds it: what a former holder still publishes is dropped.
   */
  readonly publish: (channel: NewsChannel, item: NewsItem, lease?: string) => void;
  /**
   * Calls the listener with what other replicas publish from now on, in order, until the scope
   * ends. It must not throw.
   */
  readonly listen: (
    channel: NewsChannel,
    listener: (received: ReceivedNews) => void,
  ) => Effect.Effect<void, never, Scope.Scope>;
  /**
   * Returns what was published lately in a channel, by any replica, oldest first; empty while the
   * others cannot be reached.
   */
  readonly recall: (channel: NewsChannel) => Effect.Effect<ReadonlyArray<NewsItem>>;
}>()("core/port/News") {}
