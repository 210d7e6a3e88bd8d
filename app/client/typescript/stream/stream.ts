/**
 * The client of the service's stream: `connect` and the loops over its events.
 *
 * @module
 */
import { streamAddress } from "./address.ts";
import type { GamesEvent, TargetsEvent, TwapsEvent } from "./frame.ts";
import { type Connection, type ConnectionState, openConnection } from "./connection.ts";
import type { Followed } from "./resume.ts";
import { makeSubscription, type Subscription } from "./subscription.ts";
import { DEFAULT_TIMING, type Timing } from "./timing.ts";
import { type Asset, type Interval, INTERVALS, type LeagueCode } from "../wire/names.ts";
import { canonicalName, type Channel, overlap } from "./topic.ts";

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
  readonly leagues?: ReadonlyArray<LeagueCode>;
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
  const url = streamAddress(address);
  const { onState, eventsMax = EVENTS_MAX } = options;
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  const connections = new Set<Connection>();
  let connectionCount = 0;
  let isClosed = false;

  /** Loops with a common topic get a connection each; all others share one. */
  function connectionFor({ resume }: Subscription): Connection {
    const topics = resume.topics();
    const isApart = (other: Subscription) =>
      !other.resume.topics().some((one) => topics.some((topic) => overlap(one, topic)));
    for (const connection of connections) {
      if ([...connection.subscriptions].every(isApart)) return connection;
    }
    const number = ++connectionCount;
    const connection = openConnection(url, {
      timing,
      // In a microtask, so that what the callback does or throws cannot disturb the caller.
      onState: (state) => queueMicrotask(() => onState?.({ ...state, connection: number })),
    });
    connections.add(connection);
    return connection;
  }

  function begin(followed: Followed, signal: AbortSignal | undefined): Subscription {
    const onOver = () => {
      signal?.removeEventListener("abort", subscription.end);
      for (const connection of connections) {
        connection.remove(subscription);
        if (connection.subscriptions.size === 0) connections.delete(connection);
      }
    };
    const subscription: Subscription = makeSubscription(followed, { eventsMax, onOver });
    if (isClosed || signal?.aborted) subscription.end();
    else {
      signal?.addEventListener("abort", subscription.end);
      connectionFor(subscription).add(subscription);
    }
    return subscription;
  }

  function follow<Event>(
    channel: Channel,
    { assets, spans, signal, key, ...options }: Loop,
  ): AsyncIterable<Event> {
    // A bot without types may keep null until it has a seq.
    const since = options.since ?? undefined;
    const followed = {
      channel,
      assets: assets ? namesOf(channel === "games" ? "leagues" : "assets", assets) : undefined,
      spans: namesOf(channel === "twap" ? "windows" : "intervals", spans),
      since,
      key,
    };
    if (since !== undefined && !Number.isSafeInteger(since)) {
      throw new TypeError(`Cannot begin after ${since}: pass the seq of an event`);
    }
    return {
      [Symbol.asyncIterator]: () =>
        begin(followed, signal).events as unknown as AsyncIterator<Event>,
    };
  }

  return {
    targets: (options = {}) =>
      follow("targets", { ...options, spans: options.intervals ?? INTERVALS }),
    twap: (options = {}) => follow("twap", { ...options, spans: options.windows ?? [60] }),
    games: (options) => {
      if (!options.key) {
        throw new TypeError("Cannot follow games without a key: pass one with the scope read");
      }
      return follow("games", { ...options, assets: options.leagues, spans: [""] });
    },
    close: () => {
      isClosed = true;
      for (const { subscriptions } of connections) for (const one of subscriptions) one.end();
    },
  };
}

/** What a loop follows, and what ends it. */
interface Loop extends Pick<FollowOptions, "since" | "signal"> {
  readonly assets?: ReadonlyArray<string> | undefined;
  readonly spans: ReadonlyArray<string | number>;
  readonly key?: string;
}

/** Returns the service's spelling of each name, without duplicates. */
function namesOf(
  option: string,
  names: ReadonlyArray<string | number>,
): ReadonlyArray<string> {
  if (names.length === 0) {
    throw new TypeError(`Cannot follow an empty list of ${option}: omit it for all`);
  }
  return [...new Set(names.map((name) => canonicalName(`${name}`)))];
}
