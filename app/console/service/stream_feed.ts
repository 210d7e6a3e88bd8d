/**
 * The stream of prices that the pages about markets share: one connection while any is shown.
 *
 * Events are gathered and shown together, so that a page's work does not grow with their number: a
 * topic's latest is what counts. Whoever needs each average follows them apart.
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
  type Provider,
  type Stream,
  StreamRejected,
  type StreamState,
  type TargetEvent,
  type TargetsEvent,
  type TwapEvent,
  type TwapsEvent,
} from "../../client/typescript/mod.ts";
import { nowSec, serviceNowMs, setServiceTime } from "./service_time.ts";
import { type Latest, takeLatest } from "./stream_value.ts";

/** The connection, in the words of the page. */
export type StreamConnection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  /** It broke at `sinceSec`, and is tried again by itself. */
  | { readonly state: "cut"; readonly sinceSec: number; readonly reason: string }
  /** The service refuses it: trying again would not help. */
  | { readonly state: "refused"; readonly reason: string };

type AnyLatest = Latest<TargetEvent | TwapEvent>;

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

const shown = new Map<string, Signal<AnyLatest | undefined>>();
/** What has arrived since the page was last shown, by topic. */
const arrived = new Map<string, AnyLatest>();
let stream: Stream | undefined;
let holders = 0;
let isDue = false;
let shownMs = -Infinity;

/** Keeps the stream open while a part is shown. */
export function useStream(): void {
  useEffect(holdStream, []);
}

/** Returns the latest average of an asset over 60 s. */
export function latestAverage(asset: Asset): Signal<Latest<TwapEvent> | undefined> {
  return shownTopic(`twap:${asset}:60`) as Signal<Latest<TwapEvent> | undefined>;
}

/** Returns the latest target of a market. */
export function latestTarget(
  asset: Asset,
  interval: Interval,
): Signal<Latest<TargetEvent> | undefined> {
  return shownTopic(`targets:${asset}:${interval}`) as Signal<Latest<TargetEvent> | undefined>;
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
  const release = holdStream();
  const since = Math.floor(serviceNowMs() / 1000) - REPLAYED_SEC;
  try {
    for await (const event of stream?.twap({ assets: [asset], since, signal }) ?? []) {
      if (event.type === "twap") onAverage(event);
    }
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
  void follow(opened, opened.targets());
  void follow(opened, opened.twap());
}

/** Takes the events of a loop, for as long as it goes on. */
async function follow(
  from: Stream,
  events: AsyncIterable<TargetsEvent | TwapsEvent>,
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

/** Further connections are those of {@linkcode followAverages}. */
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
  const { topic } = event;
  arrived.set(topic, takeLatest(arrived.get(topic) ?? shownTopic(topic).peek(), event));
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
    for (const [topic, latest] of arrived) shownTopic(topic).value = latest;
  });
  arrived.clear();
}

function shownTopic(topic: string): Signal<AnyLatest | undefined> {
  const one = shown.get(topic) ?? signal<AnyLatest | undefined>(undefined);
  shown.set(topic, one);
  return one;
}
