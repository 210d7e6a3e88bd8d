/**
 * What a replica knows of a provider's sockets that it holds, or that it follows by news.
 *
 * States and their transitions, without effects. They change in place, because events come every
 * second of every series.
 *
 * @module
 */
import type { Provider } from "../../market/mod.ts";
import type { LiveEvent, MissingFeed } from "../../port/live_prices.ts";
import type { PriceNews, SocketNews } from "../../port/news.ts";
import type { OraclePrice } from "../../price/mod.ts";
import {
  makeReportOrder,
  overdueSeconds,
  type ReportOrder,
  type Seconds,
} from "../../stream/mod.ts";

/** The state of sockets that this replica holds. */
export interface HeldSockets {
  isUp: boolean | undefined;
  sockets: SocketNews["sockets"];
  readonly missing: Map<string, MissingFeed>;
  /** The series that are published in order of their seconds. */
  readonly ordered: Map<string, OrderedSeries>;
}

/** A series whose every second is delivered or lost. */
interface OrderedSeries {
  readonly feed: Feed;
  readonly order: ReportOrder<Seconds>;
}

type Feed = Pick<MissingFeed, "asset" | "stream">;

/** The state of sockets that another replica holds. */
export interface FollowedSockets {
  readonly provider: Provider;
  /** As last published to the listener; undefined before. */
  isUp: boolean | undefined;
  /** As the holder last published them. */
  sockets: SocketNews["sockets"];
  /** The feeds that were published as missing. */
  readonly missing: Set<string>;
  /** For how long nothing was received. */
  silentSec: number;
  /** How often this replica held them in vain since they were up, here or elsewhere. */
  timesInVain: number;
}

/** After this long without news they count as down. */
const SILENT_SEC_MAX = 3;

/** Makes the state of sockets that are just opened. */
export function makeHeldSockets(): HeldSockets {
  return { isUp: undefined, sockets: [], missing: new Map(), ordered: new Map() };
}

/** Takes an event of the own sockets. */
export function takeHeld(held: HeldSockets, event: LiveEvent): void {
  if (event.kind === "stream_state") held.isUp = event.isUp;
  if (event.kind === "missing_feed") held.missing.set(seriesOf(event), event);
  const observed = observedBy(event);
  if (observed !== undefined) {
    held.missing.delete(seriesOf(observed));
    addSeconds(held.ordered.get(seriesOf(observed))?.order, observed);
  }
  if (event.kind === "lost_reports") takeLost(held, event);
}

/** Gives up what is missing for too long, as every listener does. */
function addSeconds(order: ReportOrder<Seconds> | undefined, seconds: Seconds): void {
  order?.add(seconds);
  const overdue = order === undefined ? undefined : overdueSeconds(order);
  if (overdue !== undefined) order?.add(overdue);
}

/** A series is in order from the first second that its provider's adapter gives up. */
function takeLost(
  { ordered }: HeldSockets,
  { asset, stream, fromSec, toSec }: LiveEvent & { readonly kind: "lost_reports" },
): void {
  const series = seriesOf({ asset, stream });
  const known = ordered.get(series);
  if (known !== undefined) addSeconds(known.order, { fromSec, toSec });
  else if (fromSec === 0) {
    ordered.set(series, { feed: { asset, stream }, order: makeReportOrder(toSec) });
  }
}

/** Returns the state to repeat for replicas that come later. */
export function heldState(
  { isUp, sockets, missing, ordered }: HeldSockets,
  provider: Provider,
): SocketNews {
  const feeds = [...missing.values()].map(({ asset, stream }) => ({ asset, stream }));
  const done = [...ordered.values()].map(({ feed, order }) => ({
    ...feed,
    doneSec: order.doneSec(),
  }));
  return { kind: "sockets", provider, isUp, sockets, missing: feeds, done };
}

/** Makes the state of sockets of which nothing was received. */
export function makeFollowedSockets(provider: Provider): FollowedSockets {
  return {
    provider,
    isUp: undefined,
    sockets: [],
    missing: new Set(),
    silentSec: 0,
    timesInVain: 0,
  };
}

/**
 * Takes news of the holder. Returns the events for the listener. A replica that holds the sockets
 * itself takes only the prices that the former holder published last.
 */
export function takeReceived(
  state: FollowedSockets,
  item: PriceNews | SocketNews,
  { isHolding }: { readonly isHolding: boolean },
): ReadonlyArray<LiveEvent> {
  if (item.kind === "price") return takePrice(state, item.event, isHolding);
  if (isHolding) return [];
  if (item.isUp === true) state.timesInVain = 0;
  state.sockets = item.sockets;
  const missing = item.missing.filter((feed) => !state.missing.has(seriesOf(feed)));
  state.missing.clear();
  for (const feed of item.missing) state.missing.add(seriesOf(feed));
  return [
    // The holder published these seconds before: what did not arrive here does not come any more.
    ...item.done.map(({ asset, stream, doneSec }): LiveEvent => (
      { kind: "lost_reports", asset, stream, fromSec: 0, toSec: doneSec }
    )),
    ...missing.map((feed): LiveEvent => ({ kind: "missing_feed", ...feed })),
    ...item.isUp === undefined ? [] : changedState(state, item.isUp),
  ];
}

/** Takes an event of the own sockets: the state is as the listener received it last. */
export function takeOwn(state: FollowedSockets, event: LiveEvent): void {
  if (event.kind !== "stream_state") return;
  state.isUp = event.isUp;
  if (event.isUp) state.timesInVain = 0;
}

/** Call for every second without news. Returns that the sockets are down, once they are. */
export function endSilence(state: FollowedSockets): ReadonlyArray<LiveEvent> {
  state.silentSec += 1;
  return state.silentSec < SILENT_SEC_MAX ? [] : changedState(state, false);
}

function takePrice(
  state: FollowedSockets,
  event: LiveEvent,
  isHolding: boolean,
): ReadonlyArray<LiveEvent> {
  switch (event.kind) {
    case "report":
    case "point":
    case "trade":
    case "rollover":
      return [event];
    case "stream_state":
      return isHolding ? [] : changedState(state, event.isUp);
    case "missing_feed":
      state.missing.add(seriesOf(event));
      return isHolding ? [] : [event];
    case "lost_reports":
      // What the former holder gave up may still be fetched here.
      return isHolding ? [] : [event];
  }
}

function observedBy(event: LiveEvent): (Feed & Seconds) | undefined {
  switch (event.kind) {
    case "report":
      return secondsOf(event.asset, event.report);
    case "point":
      return secondsOf(event.asset, event.point);
    default:
      return undefined;
  }
}

function secondsOf(
  asset: Feed["asset"],
  { stream, validFromSec, observedSec }: OraclePrice,
): Feed & Seconds {
  return { asset, stream, fromSec: validFromSec, toSec: observedSec };
}

function changedState(state: FollowedSockets, isUp: boolean): ReadonlyArray<LiveEvent> {
  if (state.isUp === isUp) return [];
  state.isUp = isUp;
  return [{ kind: "stream_state", provider: state.provider, isUp }];
}

function seriesOf({ asset, stream }: Feed): string {
  return `${asset} ${stream}`;
}
