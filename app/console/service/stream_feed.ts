/**
 * The stream of prices that the pages about markets share: one connection while any is shown.
 *
 * Events are gathered and shown together, so that a page's work does not grow with their number: of
 * an average or a window the latest is what counts. Whoever needs each average follows them apart.
 *
 * @module
 */
import { batch, type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  type Asset,
  connect,
  type FeedEvent,
  type Interval,
  type LeggedWindow,
  type LiveWindow,
  type Provider,
  type Stream,
  StreamRejected,
  type StreamState,
  type TargetsEvent,
  type TwapEvent,
  type TwapsEvent,
} from "../../client/typescript/mod.ts";
import { nowSec, serviceNowMs, setServiceTime } from "./service_time.ts";
import { type LatestAverage, takeAverage, takeWindow } from "./stream_value.ts";

/** The connection, in the words of the page. */
export type StreamConnection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  /** It broke at `sinceSec`, and is tried again by itself. */
  | { readonly state: "cut"; readonly sinceSec: number; readonly reason: string }
  /** The service refuses it: trying again would not help. */
  | { readonly state: "refused"; readonly reason: string };

/** Pages are shown so often at most: nobody reads more. */
const SHOWN_EVERY_MS = 100;
/** A page that follows another takes its stream over. */
const KEPT_MS = 2_000;
/** The seconds of averages that the service replays. */
const REPLAYED_SEC = 288;

/** The connection. */
export const streamConnection = signal<StreamConnection>({ state: "connecting" });

/** The latest state of each provider of prices; a provider without one is healthy. */
export const feedStates = signal<Readonly<Partial<Record<Provider, FeedEvent>>>>({});

/** Changes with each stream that is opened: what followed the former one has ended. */
export const streamTurn = signal(0);

/** What is shown, each by a name of its own. */
const shown = new Map<string, Signal>();
/** What has arrived since the page was last shown, by the same names. */
const arrived = new Map<string, unknown>();
let stream: Stream | undefined;
let holders = 0;
let isDue = false;
let shownMs = -Infinity;

/** Keeps the stream open while a part is shown. */
export function useStream(): void {
  useEffect(holdStream, []);
}

/** Returns the latest average of an asset over 60 s. */
export function latestAverage(asset: Asset): Signal<LatestAverage | undefined> {
  return shownAs(`average:${asset}`);
}

/** Returns the window of a market that opened last, with its newest prices. */
export function latestWindow(asset: Asset, interval: Interval): Signal<LiveWindow | undefined> {
  return shownAs(`open:${asset}:${interval}`);
}

/** Returns the window of a market of which it was told last how it ended. */
export function closedWindow(asset: Asset, interval: Interval): Signal<LiveWindow | undefined> {
  return shownAs(`closed:${asset}:${interval}`);
}

/**
 * Follows every average of an asset, from the oldest that the service still replays, until
 * `signal` is aborted. Keeps the stream open meanwhile, and has a connection of its own.
 */
export async function followAverages(
  asset: Asset,
  { signal, onAverage }: {
    readonly signal: AbortSignal;
    readonly onAverage: (event: TwapEvent) => void;
  },
): Promise<void> {
  const since = Math.floor(serviceNowMs() / 1000) - REPLAYED_SEC;
  await followApart((from) => from.twap({ assets: [asset], since, signal }), (event) => {
    if (event.type === "twap") onAverage(event);
  });
}

/**
 * Follows the windows of a market with the same ones at other venues, until `signal` is aborted.
 * Keeps the stream open meanwhile, and shares the connection of {@linkcode followAverages}.
 */
export async function followLegs(
  { asset, interval }: { readonly asset: Asset; readonly interval: Interval },
  { signal, onWindow }: {
    readonly signal: AbortSignal;
    readonly onWindow: (window: LeggedWindow) => void;
  },
): Promise<void> {
  await followApart((from) => from.windows(asset, interval, { legs: true, signal }), onWindow);
}

async function followApart<Event>(
  loopOf: (from: Stream) => AsyncIterable<Event>,
  take: (event: Event) => void,
): Promise<void> {
  const release = holdStream();
  try {
    if (stream === undefined) return;
    for await (const event of loopOf(stream)) take(event);
  } catch {
    // The page's other loops end for the same reason, and the connection says it.
  } finally {
    release();
  }
}

/** Connects again after the service refused. */
export function connectAgain(): void {
  stream?.close();
  open();
}

function holdStream(): () => void {
  if (holders++ === 0 && stream === undefined) open();
  return () => {
    if (--holders > 0) return;
    setTimeout(() => {
      if (holders > 0) return;
      stream?.close();
      stream = undefined;
    }, KEPT_MS);
  };
}

function open(): void {
  streamConnection.value = { state: "connecting" };
  const opened = connect(location.origin, {
    onState: (state) => opened === stream && takeState(state),
  });
  stream = opened;
  streamTurn.value += 1;
  // A provider that is well is not named, so what the former stream said would stay.
  feedStates.value = {};
  void follow(opened, opened.windows(), takeNews);
  void follow(opened, opened.twap(), take);
  // Windows come with their targets: of these counts what is said of the providers.
  void follow(opened, opened.targets(), take);
}

/** Takes the events of a loop, for as long as it goes on. */
async function follow<Event>(
  from: Stream,
  events: AsyncIterable<Event>,
  take: (event: Event) => void,
): Promise<void> {
  try {
    for await (const event of events) {
      if (from === stream) take(event);
    }
  } catch (thrown) {
    if (from !== stream) return;
    // An overrun means that this page slept: what is current comes first again.
    if (thrown instanceof StreamRejected) {
      streamConnection.value = { state: "refused", reason: thrown.message };
    } else connectAgain();
  }
}

/** Further connections are those of {@linkcode followApart}. */
function takeState(state: StreamState): void {
  if (state.connection !== 1) return;
  if (state.state === "open") {
    setServiceTime(state.serverTime);
    streamConnection.value = { state: "open" };
  } else if (state.state === "reconnecting") {
    const before = streamConnection.peek();
    streamConnection.value = {
      state: "cut",
      sinceSec: before.state === "cut" ? before.sinceSec : nowSec.peek(),
      reason: state.reason,
    };
  }
}

function take(event: TargetsEvent | TwapsEvent): void {
  if (event.type === "feed") {
    feedStates.value = { ...feedStates.peek(), [event.provider]: event };
    return;
  }
  const [channel, asset] = event.topic.split(":");
  if (event.type === "target" || channel !== "twap") return;
  arrive<LatestAverage>(`average:${asset}`, (latest) => takeAverage(latest, event));
}

function takeNews(news: LiveWindow): void {
  const series = `${news.asset}:${news.interval}`;
  if (news.phase === "closed") arrive(`closed:${series}`, () => news);
  else arrive<LiveWindow>(`open:${series}`, (latest) => takeWindow(latest, news));
}

/** Shows before long what `next` makes of what is known under a name. */
function arrive<Value>(
  name: string,
  next: (latest: Value | undefined) => Value | undefined,
): void {
  const latest = arrived.has(name) ? arrived.get(name) : shownAs(name).peek();
  arrived.set(name, next(latest as Value | undefined));
  if (isDue) return;
  isDue = true;
  const waitMs = shownMs + SHOWN_EVERY_MS - performance.now();
  setTimeout(() => requestAnimationFrame(show), Math.max(0, waitMs));
}

/** Shows what has arrived. Browsers call it only while the page can be seen. */
function show(): void {
  isDue = false;
  shownMs = performance.now();
  batch(() => {
    for (const [name, latest] of arrived) shownAs(name).value = latest;
  });
  arrived.clear();
}

function shownAs<Value>(name: string): Signal<Value | undefined> {
  const one = shown.get(name) ?? signal(undefined);
  shown.set(name, one);
  return one;
}
