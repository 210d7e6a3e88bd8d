/**
 * The client of the service's stream: `connect` and the loops over its events.
 *
 * @module
 */
import { streamAddress } from "./address.ts";
import type { GamesEvent, TargetsEvent, TwapsEvent } from "./frame.ts";
import { type ConnectionState, ReconnectingConnection } from "./reconnecting_connection.ts";
import { Subscription, type SubscriptionOptions } from "./subscription.ts";
import { DEFAULT_TIMING, type Timing } from "./timing.ts";
import { type Asset, canonicalName, type Interval, INTERVALS, type League } from "./topic.ts";

/** The state of a connection. `connection` counts from 1; most bots never need a second one. */
export type StreamState = ConnectionState & { readonly connection: number };

/** Options for {@linkcode connect}. */
export interface ConnectOptions {
  /** Called whenever a connection opens, breaks or closes. */
  readonly onState?: (state: StreamState) => void;
  /** The events that each loop can buffer before it throws `StreamOverrun`. Default: 10,000. */
  readonly eventsMax?: number;
  /** Retry delays and timeouts, mostly for tests. */
  readonly timing?: Partial<Timing>;
}

/** Options that `targets` and `twap` share. */
export interface FollowOptions {
  /** The assets to follow. Default: all that the service has. */
  readonly assets?: ReadonlyArray<Asset>;
  /** Begins with the event after this seq. Default: begins with the current value. */
  readonly since?: number;
  /** Ends the loop when aborted. */
  readonly signal?: AbortSignal;
}

/** Options for {@linkcode Stream.targets}. */
export interface TargetsOptions extends FollowOptions {
  /** The window lengths to follow. Default: all five. */
  readonly intervals?: ReadonlyArray<Interval>;
}

/** Options for {@linkcode Stream.twap}. */
export interface TwapOptions extends FollowOptions {
  /**
   * The seconds that the average looks back. Default: 60, which markets resolve on. A topic without
   * a feed of the oracle yields a `gap` with the reason `no_feed`.
   */
  readonly windows?: ReadonlyArray<30 | 60>;
}

/** Options for {@linkcode Stream.games}. */
export interface GamesOptions {
  /** An API key with the scope `read`. */
  readonly key: string;
  /** The leagues to follow. Default: all that the service has. */
  readonly leagues?: ReadonlyArray<League>;
  /** Begins with the changes after this seq. Default: begins with changes from now on. */
  readonly since?: number;
  /** Ends the loop when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * A stream of events. It connects when the first loop begins, reconnects whenever the connection
 * breaks, and closes with the last loop.
 *
 * Each loop gets every event of its topics once and in order, even across reconnects: the service
 * replays what was missed, and a `gap` event reports what it cannot replay. A loop ends with
 * `break`, with its signal or with `close()`. It throws `StreamRejected` when the service refuses
 * the subscription, and `StreamOverrun` when the bot takes events too slowly.
 */
export interface Stream {
  /** Follows the target price of every window as it opens. */
  readonly targets: (options?: TargetsOptions) => AsyncIterable<TargetsEvent>;
  /** Follows the time-weighted average price of every second. */
  readonly twap: (options?: TwapOptions) => AsyncIterable<TwapsEvent>;
  /**
   * Follows every change of these leagues' games and of their listings on platforms. Without
   * `since` the first event is a `start`: request the list over HTTP after it, and apply the events
   * that follow to miss nothing.
   */
  readonly games: (options: GamesOptions) => AsyncIterable<GamesEvent>;
  /** Ends all loops and connections. */
  readonly close: () => void;
}

const EVENTS_MAX = 10_000;

/**
 * Returns a stream of the service at an origin, such as `http://127.0.0.1:3000`, or at the stream's
 * full address. Throws a `TypeError` for an invalid address, and where the runtime has no global
 * `WebSocket`.
 */
export function connect(address: string | URL, options: ConnectOptions = {}): Stream {
  if (typeof WebSocket === "undefined") {
    throw new TypeError("Cannot connect: this runtime has no WebSocket; use Node 22 or later");
  }
  const stream = new StreamClient(streamAddress(address), options);
  return {
    targets: (options) => stream.targets(options),
    twap: (options) => stream.twap(options),
    games: (options) => stream.games(options),
    close: () => stream.close(),
  };
}

/** Loops with a common topic get a connection each; all others share one. */
class StreamClient {
  readonly #address: string;
  readonly #options: ConnectOptions;
  readonly #timing: Timing;
  readonly #connections = new Set<ReconnectingConnection>();
  readonly #subscriptions = new Set<Subscription>();
  #connectionCount = 0;
  #isClosed = false;

  constructor(address: string, options: ConnectOptions) {
    this.#address = address;
    this.#options = options;
    this.#timing = { ...DEFAULT_TIMING, ...options.timing };
  }

  targets({ intervals = INTERVALS, ...options }: TargetsOptions = {}): AsyncIterable<TargetsEvent> {
    return this.#follow<TargetsEvent>({ channel: "targets", spans: intervals, ...options });
  }

  twap({ windows = [60], ...options }: TwapOptions = {}): AsyncIterable<TwapsEvent> {
    return this.#follow<TwapsEvent>({ channel: "twap", spans: windows.map(String), ...options });
  }

  games({ key, leagues, ...options }: GamesOptions): AsyncIterable<GamesEvent> {
    if (typeof key !== "string" || key === "") {
      throw new TypeError("Cannot follow games without a key: pass one with the scope read");
    }
    const assets = leagues === undefined ? {} : { assets: namesOf("leagues", leagues) };
    return this.#follow<GamesEvent>({ channel: "games", spans: [""], key, ...assets, ...options });
  }

  close(): void {
    this.#isClosed = true;
    for (const subscription of [...this.#subscriptions]) subscription.end();
  }

  #follow<Event>(
    { channel, spans, key, assets, since, signal }:
      & Pick<SubscriptionOptions, "channel" | "spans" | "key">
      & Omit<FollowOptions, "assets">
      & { readonly assets?: ReadonlyArray<string> },
  ): AsyncIterable<Event> {
    const followed = {
      channel,
      assets: assets === undefined ? undefined : namesOf("assets", assets),
      spans: namesOf(channel === "targets" ? "intervals" : "windows", spans),
      since,
      key,
    };
    if (since !== undefined && !Number.isSafeInteger(since)) {
      throw new TypeError(`Cannot begin after ${since}: pass the seq of an event`);
    }
    return {
      [Symbol.asyncIterator]: () =>
        this.#begin(followed, signal).events as unknown as AsyncIterator<Event>,
    };
  }

  #begin(
    followed: Omit<SubscriptionOptions, "eventsMax" | "onOver">,
    signal: AbortSignal | undefined,
  ): Subscription {
    const subscription: Subscription = new Subscription({
      ...followed,
      eventsMax: this.#options.eventsMax ?? EVENTS_MAX,
      onOver: () => {
        signal?.removeEventListener("abort", abort);
        this.#subscriptions.delete(subscription);
        this.#leave(subscription);
      },
    });
    const abort = () => subscription.end();
    if (this.#isClosed || signal?.aborted === true) {
      subscription.end();
      return subscription;
    }
    signal?.addEventListener("abort", abort);
    this.#subscriptions.add(subscription);
    this.#connectionFor(subscription).add(subscription);
    return subscription;
  }

  #connectionFor(subscription: Subscription): ReconnectingConnection {
    for (const connection of this.#connections) {
      if (connection.hasRoomFor(subscription)) return connection;
    }
    const number = ++this.#connectionCount;
    const { onState } = this.#options;
    const connection = new ReconnectingConnection({
      address: this.#address,
      timing: this.#timing,
      // In a microtask, so that what the callback does or throws cannot disturb the caller.
      onState: (state) => queueMicrotask(() => onState?.({ ...state, connection: number })),
    });
    this.#connections.add(connection);
    return connection;
  }

  #leave(subscription: Subscription): void {
    for (const connection of this.#connections) {
      connection.remove(subscription);
      if (connection.isEmpty) this.#connections.delete(connection);
    }
  }
}

/** Returns the service's spelling of each name, without duplicates. */
function namesOf(option: string, names: ReadonlyArray<string>): ReadonlyArray<string> {
  if (names.length === 0) {
    throw new TypeError(`Cannot follow an empty list of ${option}: omit the option for all`);
  }
  return [...new Set(names.map(canonicalName))];
}
