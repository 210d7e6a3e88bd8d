/**
 * The client of the service's stream.
 *
 * @module
 */
import { streamAddress } from "./address.ts";
import type { GamesEvent, TargetsEvent, TwapsEvent } from "./frame.ts";
import { Line, type LineState } from "./line.ts";
import { Subscription, type SubscriptionOptions } from "./subscription.ts";
import { DEFAULT_TIMING, type Timing } from "./timing.ts";
import { type Asset, canonicalName, type Interval, INTERVALS, type League } from "./topic.ts";

/** How a connection is doing. `connection` counts from 1; most bots never have a second one. */
export type StreamState = LineState & { readonly connection: number };

/** What {@linkcode connect} takes besides the address. */
export interface ConnectOptions {
  /** Told whenever a connection opens, breaks or closes. */
  readonly onState?: (state: StreamState) => void;
  /** Events that each loop may leave waiting before it throws `StreamOverrun`; 10,000. */
  readonly eventsMax?: number;
  /** For tests, mostly. */
  readonly timing?: Partial<Timing>;
}

/** What all loops have in common. */
export interface FollowOptions {
  /** Left out: all of the service. */
  readonly assets?: ReadonlyArray<Asset>;
  /** Begins with what comes after this seq. Left out: with the value of now. */
  readonly since?: number;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
}

/** What {@linkcode Stream.targets} takes. */
export interface TargetsOptions extends FollowOptions {
  /** Left out: all five. */
  readonly intervals?: ReadonlyArray<Interval>;
}

/** What {@linkcode Stream.twap} takes. */
export interface TwapOptions extends FollowOptions {
  /**
   * Seconds that the average looks back. Left out: 60, which markets resolve on. A topic that the
   * oracle has no feed of is told as a `gap` of the reason `no_feed`.
   */
  readonly windows?: ReadonlyArray<30 | 60>;
}

/** What {@linkcode Stream.games} takes. */
export interface GamesOptions {
  /** An API key with the scope `read`. */
  readonly key: string;
  /** Left out: all of the service. */
  readonly leagues?: ReadonlyArray<League>;
  /** Begins with what changed after this seq. Left out: with what changes from now on. */
  readonly since?: number;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
}

/**
 * The stream. It connects when the first loop begins, and again whenever the connection breaks;
 * with the last loop it closes.
 *
 * Each loop is told every event of its topics once and in order, whatever happens to connections:
 * what was missed is sent again, and what cannot be had is told as a `gap`. A loop ends with
 * `break`, with its signal or with `close()`; it throws `StreamRejected` when the service refuses
 * what it asks for, and `StreamOverrun` when it takes events too slowly.
 */
export interface Stream {
  /** The target price of every window as it opens. */
  readonly targets: (options?: TargetsOptions) => AsyncIterable<TargetsEvent>;
  /** The time-weighted average price of every second. */
  readonly twap: (options?: TwapOptions) => AsyncIterable<TwapsEvent>;
  /**
   * Every game of these leagues that changes, or is found elsewhere. Without `since` a `start`
   * comes first: a list that is asked for over HTTP from then on lacks nothing that is not told.
   */
  readonly games: (options: GamesOptions) => AsyncIterable<GamesEvent>;
  /** Ends all loops and connections. */
  readonly close: () => void;
}

const EVENTS_MAX = 10_000;

/**
 * Makes a stream of the service at an origin, such as `http://127.0.0.1:3000`, or at the stream's
 * whole address. Throws a `TypeError` for an address that is none, and where there is no WebSocket.
 */
export function connect(address: string | URL, options: ConnectOptions = {}): Stream {
  if (typeof WebSocket === "undefined") {
    throw new TypeError("Cannot connect: there is no WebSocket here; Node has it from 22 on");
  }
  const stream = new LineStream(streamAddress(address), options);
  return {
    targets: (options) => stream.targets(options),
    twap: (options) => stream.twap(options),
    games: (options) => stream.games(options),
    close: () => stream.close(),
  };
}

/** Loops that follow the same topic have a line each; all others share one. */
class LineStream {
  readonly #address: string;
  readonly #options: ConnectOptions;
  readonly #timing: Timing;
  readonly #lines = new Set<Line>();
  readonly #subscriptions = new Set<Subscription>();
  #lineCount = 0;
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
      throw new TypeError("Cannot follow games without a key: give one with the scope read");
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
      throw new TypeError(`Cannot begin after ${since}: give the seq of an event`);
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
    this.#lineFor(subscription).add(subscription);
    return subscription;
  }

  #lineFor(subscription: Subscription): Line {
    for (const line of this.#lines) if (line.hasRoomFor(subscription)) return line;
    const connection = ++this.#lineCount;
    const { onState } = this.#options;
    const line = new Line({
      address: this.#address,
      timing: this.#timing,
      // Later, so that what a bot does or throws there cannot disturb what is under way.
      onState: (state) => queueMicrotask(() => onState?.({ ...state, connection })),
    });
    this.#lines.add(line);
    return line;
  }

  #leave(subscription: Subscription): void {
    for (const line of this.#lines) {
      line.remove(subscription);
      if (line.isEmpty) this.#lines.delete(line);
    }
  }
}

/** Names as the service spells them, each once. */
function namesOf(option: string, names: ReadonlyArray<string>): ReadonlyArray<string> {
  if (names.length === 0) {
    throw new TypeError(`Cannot follow no ${option}: leave the option out for all of them`);
  }
  return [...new Set(names.map(canonicalName))];
}
