/**
 * The client of the service's stream: `connect` and the loops over its events.
 *
 * @module
 */
import { streamAddress } from "./address.ts";
import type { GamesEvent, OrdersEvent, SpotsEvent, TargetsEvent, TwapsEvent } from "./frame.ts";
import type { ConnectOptions } from "./connect_options.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { LeggedWindow, LiveWindow } from "./live_window.ts";
import type { Followed } from "./resume.ts";
import { makeSubscription, type Subscription } from "./subscription.ts";
import { DEFAULT_TIMING } from "./timing.ts";
import { type Asset, type Interval, INTERVALS, type LeagueCode } from "../wire/names.ts";
import { canonicalName, type Channel, overlap } from "./topic.ts";

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

/** Options for {@linkcode Stream.windows}. */
export interface WindowsOptions extends Omit<TargetsOptions, "since"> {
  /**
   * The start of the last window that you saw closed, unix seconds: begins with how the windows
   * after it ended, 288 of a series at most. Default: begins with the open windows.
   */
  readonly since?: number;
  /**
   * Whether windows come with `legs` and `basis`, the same window at other venues: then each change
   * of another venue's yields the window too.
   */
  readonly legs?: boolean;
}

/** Options of a loop over one series of windows. */
export type SeriesOptions = Omit<WindowsOptions, "assets" | "intervals">;

/** Options for {@linkcode Stream.spot}. */
export type SpotOptions = Omit<FollowOptions, "since">;

/** Follows windows: of one series, or of all pairs of assets and intervals. */
export interface FollowWindows {
  (options: WindowsOptions & { readonly legs: true }): AsyncIterable<LeggedWindow>;
  (
    asset: Asset,
    interval: Interval,
    options: SeriesOptions & { readonly legs: true },
  ): AsyncIterable<LeggedWindow>;
  (options?: WindowsOptions): AsyncIterable<LiveWindow>;
  (asset: Asset, interval: Interval, options?: SeriesOptions): AsyncIterable<LiveWindow>;
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

/** Options for {@linkcode Stream.orders}. */
export interface OrdersOptions {
  /** An API key with the scope `read`. */
  readonly key: string;
  /** The ids of wallets of the key's account: 80 at most. */
  readonly wallets: ReadonlyArray<string>;
  /**
   * Begins with what changed after this seq, which is one for all wallets: use a loop for each
   * where they differ. Default: begins with changes from now on.
   */
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
  /**
   * Follows windows from roll to roll: each a minute before it opens, while it is open, and closed
   * once its close is known, and once more when the venue has resolved it. Yields the whole window
   * with its newest prices, at each change; prices that came while the bot was busy are left out
   * but for the newest.
   */
  readonly windows: FollowWindows;
  /** Follows the target price of every window as it opens. */
  readonly targets: (options?: TargetsOptions) => AsyncIterable<TargetsEvent>;
  /** Follows the time-weighted average price of every second. */
  readonly twap: (options?: TwapOptions) => AsyncIterable<TwapsEvent>;
  /** Follows the exchange's newest trades. A bot that was busy gets the newest alone. */
  readonly spot: (options?: SpotOptions) => AsyncIterable<SpotsEvent>;
  /**
   * Follows every change of these leagues' games and of their listings on platforms. Without
   * `since` the first event is a `start`: request the list over HTTP after it, and apply the events
   * that follow to miss nothing.
   */
  readonly games: (options: GamesOptions) => AsyncIterable<GamesEvent>;
  /**
   * Follows every change of the orders of wallets, and of what they have traded until the chain has
   * settled it or taken it back. Without `since` the first event is a `start`.
   */
  readonly orders: (options: OrdersOptions) => AsyncIterable<OrdersEvent>;
  /** Ends all loops and connections. */
  readonly close: () => void;
}

const EVENTS_MAX = 10_000;
/** The wallets that fit into a message. */
const WALLETS_MAX = 80;

/** A stream, and what begins a loop of it. */
export interface OpenedStream {
  readonly stream: Stream;
  readonly begin: (followed: Followed, signal?: AbortSignal) => Subscription;
}

/**
 * Returns a stream of the service at an origin, such as `http://127.0.0.1:3000`, or at the stream's
 * full address. Throws a `TypeError` for an invalid address, and where the runtime has no global
 * `WebSocket`.
 */
export function connect(address: string | URL, options: ConnectOptions = {}): Stream {
  return openStream(address, options).stream;
}

/** Does what {@linkcode connect} does. */
export function openStream(address: string | URL, options: ConnectOptions = {}): OpenedStream {
  if (typeof WebSocket === "undefined") {
    throw new TypeError("Cannot connect: this runtime has no WebSocket; use Node 22 or later");
  }
  const url = streamAddress(address);
  const { onState, parse, eventsMax = EVENTS_MAX } = options;
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
      parse,
      isLockstep: options.lockstep === true,
      // In a microtask, so that what the callback does or throws cannot disturb the caller.
      onState: (state) => queueMicrotask(() => onState?.({ ...state, connection: number })),
    });
    connections.add(connection);
    return connection;
  }

  function begin(followed: Followed, signal?: AbortSignal): Subscription {
    const onOver = () => {
      signal?.removeEventListener("abort", subscription.end);
      for (const connection of connections) {
        connection.remove(subscription);
        if (connection.subscriptions.size === 0) connections.delete(connection);
      }
    };
    const onIdle = () => {
      for (const one of connections) if (one.subscriptions.has(subscription)) one.idle();
    };
    const subscription: Subscription = makeSubscription(followed, { eventsMax, onOver, onIdle });
    if (isClosed || signal?.aborted) subscription.end();
    else {
      signal?.addEventListener("abort", subscription.end);
      connectionFor(subscription).add(subscription);
    }
    return subscription;
  }

  function follow<Event>(
    channel: Channel,
    { assets, spans, signal, key, legs, ...options }: Loop,
  ): AsyncIterable<Event> {
    // A bot without types may keep null until it has a seq.
    const since = options.since ?? undefined;
    const followed = {
      channel,
      assets: assets ? namesOf(NAMES[channel] ?? "assets", assets) : undefined,
      spans: namesOf(channel === "twap" ? "windows" : "intervals", spans),
      since,
      key,
      legs: legs || undefined,
    };
    if (since !== undefined && !Number.isSafeInteger(since)) {
      throw new TypeError(`Cannot begin after ${since}: pass the seq of an event`);
    }
    return {
      [Symbol.asyncIterator]: () =>
        begin(followed, signal).events as unknown as AsyncIterator<Event>,
    };
  }

  const stream: Stream = {
    windows: (
      asked: WindowsOptions | Asset = {},
      interval?: Interval,
      options?: SeriesOptions,
    ) => {
      const { intervals = INTERVALS, ...rest } = typeof asked === "string"
        ? { ...options, assets: [asked], ...(interval && { intervals: [interval] }) }
        : asked;
      return follow<LeggedWindow>("windows", { ...rest, spans: intervals ?? INTERVALS });
    },
    targets: (options = {}) =>
      follow("targets", { ...options, spans: options.intervals ?? INTERVALS }),
    twap: (options = {}) => follow("twap", { ...options, spans: options.windows ?? [60] }),
    spot: (options = {}) => follow("spot", { ...options, spans: [""] }),
    games: (options) => {
      checkKey("games", options);
      return follow("games", { ...options, assets: options.leagues, spans: [""] });
    },
    orders: (options) => {
      checkKey("orders", options);
      const { wallets = [] } = options;
      if (wallets.length > WALLETS_MAX) {
        throw new TypeError(`Cannot follow more than ${WALLETS_MAX} wallets in one loop`);
      }
      return follow("orders", { ...options, assets: wallets, spans: [""] });
    },
    close: () => {
      isClosed = true;
      for (const { subscriptions } of connections) for (const one of subscriptions) one.end();
    },
  };
  return { stream, begin };
}

/** The option that names the topics of a channel, where it is not `assets`. */
const NAMES: Partial<Record<Channel, string>> = { games: "leagues", orders: "wallets" };

function checkKey(channel: Channel, { key }: { readonly key: string }): void {
  if (key) return;
  throw new TypeError(`Cannot follow ${channel} without a key: pass one with the scope read`);
}

/** What a loop follows, and what ends it. */
interface Loop extends Pick<WindowsOptions, "since" | "signal" | "legs"> {
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
    const hint = option === "wallets" ? "name at least one" : "omit it for all";
    throw new TypeError(`Cannot follow an empty list of ${option}: ${hint}`);
  }
  return [...new Set(names.map((name) => canonicalName(`${name}`)))];
}
