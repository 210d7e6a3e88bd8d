/**
 * The one way in which a part of the service is told what another one learns.
 *
 * A subscriber has a method for each kind that it wants, named as the publisher's: who calls
 * `publishTarget` publishes, and who defines it gets it next.
 *
 * Subscribers are called. With a fiber each that takes from Effect's PubSub, six targets need 42 us
 * from here to the sockets instead of 26, and nothing promises that what moves a topic's head is
 * sent in the same turn of the event loop: a client that subscribes in between gets it twice.
 *
 * @module
 */
import { Context, Effect, Layer } from "effect";
import type { GameListing } from "../../game/mod.ts";
import type { ChangedGame } from "../../port/game_store.ts";
import type { LegId } from "../../leg/mod.ts";
import type { IdentifiedPrice } from "../../port/target_store.ts";
import type { WalletFrame } from "../../port/wallet_frames.ts";
import type { PushedEvent, PushedTopicEvent } from "./pushed_event.ts";

/** A target that became known, or whose price was corrected. */
export interface PublishedTarget extends IdentifiedPrice {
  /**
   * `opened`: the target became known. `corrected`: its price was replaced, either a provisional
   * one by a final one, or by the price that another replica stored first.
   */
  readonly change: "opened" | "corrected";
}

/** The games that a refresh of the read model found changed; at least one. */
export interface PublishedGames {
  /** The listing after the changes. */
  readonly listing: GameListing;
  /**
   * The changed games in write order, each once. Excludes withheld games and those that a platform
   * merely listed again.
   */
  readonly changed: ReadonlyArray<ChangedGame>;
}

/** Is told of these kinds in the order in which they are published. No method may throw. */
export interface Subscriber {
  /** Every target once it is known, from any source and of any time. */
  readonly publishTarget?: (published: PublishedTarget) => void;
  /** Targets that this process fetched or finalized itself, together and as they are stored. */
  readonly publishFound?: (found: ReadonlyArray<IdentifiedPrice>) => void;
  readonly publishGames?: (published: PublishedGames) => void;
  /** Windows of which something has changed at another venue, and is stored. */
  readonly publishLegs?: (changed: ReadonlyArray<LegId>) => void;
  /**
   * The wallet of an order, a fill or a claim that was stored by this process and has changed, with
   * all frames that this added, or none where the store must be asked for them.
   */
  readonly publishWallet?: (walletId: string, told: ReadonlyArray<WalletFrame>) => void;
  /** What the clients of the stream receive: each once, and in order within its topic. */
  readonly publishEvent?: (event: PushedEvent) => void;
}

/** Publishes to every subscriber, in the order in which they subscribed. */
export interface PublisherService extends Required<Subscriber> {
  /** Returns a function that ends the subscription. */
  readonly subscribe: (subscriber: Subscriber) => () => void;
}

/** The publisher of a service. */
export class Publisher extends Context.Service<Publisher, PublisherService>()(
  "core/use_case/Publisher",
) {}

/** Makes a publisher without subscribers. */
export function makePublisher(): PublisherService {
  const subscribers = new Set<Subscriber>();
  return {
    publishTarget: (target) => {
      for (const { publishTarget } of subscribers) publishTarget?.(target);
    },
    publishFound: (found) => {
      for (const { publishFound } of subscribers) publishFound?.(found);
    },
    publishGames: (games) => {
      for (const { publishGames } of subscribers) publishGames?.(games);
    },
    publishLegs: (changed) => {
      for (const { publishLegs } of subscribers) publishLegs?.(changed);
    },
    publishWallet: (walletId, told) => {
      for (const { publishWallet } of subscribers) publishWallet?.(walletId, told);
    },
    publishEvent: (event) => {
      for (const { publishEvent } of subscribers) publishEvent?.(event);
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
  };
}

/** Provides one publisher to everything that is built together. */
export const layerPublisher: Layer.Layer<Publisher> = Layer.sync(Publisher, makePublisher);

/** Subscribes until the scope ends. */
export const subscribeScoped = Effect.fnUntraced(function* (subscriber: Subscriber) {
  const { subscribe } = yield* Publisher;
  yield* Effect.acquireRelease(
    Effect.sync(() => subscribe(subscriber)),
    (end) => Effect.sync(end),
  );
});

/** What publishes the topics of one kind: targets, averages, games or wallets. */
export interface TopicPublisher<Event extends PushedTopicEvent = PushedTopicEvent> {
  /** Returns the last published seq, as a value or as a gap; undefined before the first. */
  readonly headOf: (topic: string) => number | undefined;
  /** Returns the current value, if it was published. */
  readonly current: (topic: string) => Event | undefined;
  /**
   * Returns the events after `since` up to the head, in order, or the first of them; a gap replaces
   * events too old.
   */
  readonly replay: (topic: string, since: number) => Effect.Effect<ReadonlyArray<Event>>;
}
