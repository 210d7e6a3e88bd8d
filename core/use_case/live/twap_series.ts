/**
 * The averages of one series: which are published next, and which for replay.
 *
 * The first live average is published at once. Those before it, which are fetched meanwhile, are
 * only for clients that continue where an earlier process or another replica left them.
 *
 * A state and its transitions, without a clock or effects. Each returns the events to publish, in
 * order. The state changes in place, because an average comes every second of every series.
 *
 * @module
 */
import { type OraclePrice, type TwapSeries as TwapSeries } from "../../price/mod.ts";
import {
  type GapReason,
  lastSeqOf,
  makeReportOrder,
  overdueSeconds,
  REPLAY_MAX,
  type ReportOrder,
  type Seconds,
  type TopicEvent,
  type TwapTopic,
  twapTopic,
} from "../../stream/mod.ts";

/** Seconds with the report that covers them, or with the reason why no report will. */
interface ReportedSeconds extends Seconds {
  readonly report: OraclePrice | GapReason;
}

/** The seconds before the first live one, as long as some of them are unknown. */
interface TwapPast {
  readonly order: ReportOrder<ReportedSeconds>;
  /** The first live second. */
  readonly endSec: number;
  /** The events of the seconds that are known in order, oldest first. */
  readonly events: Array<TopicEvent>;
}

/** The state of one series. */
export interface TwapSeriesState {
  readonly series: TwapSeries;
  readonly topic: TwapTopic;
  /** An average of this second or a later one is live. */
  readonly liveSec: number;
  /** The seconds that are published. */
  order: ReportOrder<ReportedSeconds>;
  past: TwapPast | undefined;
  /** The first second whose events are kept for replay. */
  replayFromSec: number;
  /** The events for replay: those of the last {@linkcode REPLAY_MAX} seconds, oldest first. */
  events: Array<TopicEvent>;
  latest: OraclePrice | undefined;
  /** False while the oracle is known to have no feed of the series. */
  hasFeed: boolean;
}

/** Makes a series that begins with a second, and is live from a later one on. */
export function makeTwapSeries(
  series: TwapSeries,
  { startSec, liveSec }: { readonly startSec: number; readonly liveSec: number },
): TwapSeriesState {
  return {
    series,
    topic: twapTopic(series),
    liveSec,
    order: makeReportOrder<ReportedSeconds>(startSec - 1),
    past: undefined,
    replayFromSec: startSec,
    events: [],
    latest: undefined,
    hasFeed: true,
  };
}

/** Takes an average. Gives up on seconds that are missing for too long before it. */
export function takeReport(state: TwapSeriesState, report: OraclePrice): ReadonlyArray<TopicEvent> {
  const toPublish: Array<TopicEvent> = [];
  state.hasFeed = true;
  if (!isBegun(state) && report.observedSec >= state.liveSec) begin(state, report, toPublish);
  add(state, { fromSec: report.validFromSec, toSec: report.observedSec, report }, toPublish);
  giveUp(state, toPublish);
  return toPublish;
}

/** Takes lost seconds as a gap, except for buffered ones: another source delivered them. */
export function takeLoss(
  state: TwapSeriesState,
  { fromSec, toSec }: Seconds,
): ReadonlyArray<TopicEvent> {
  const toPublish: Array<TopicEvent> = [];
  const report = "not_fetched";
  let nextSec = fromSec;
  for (const buffered of [...state.past?.order.buffered() ?? [], ...state.order.buffered()]) {
    if (buffered.toSec < nextSec || buffered.fromSec > toSec) continue;
    if (buffered.fromSec > nextSec) {
      add(state, { fromSec: nextSec, toSec: buffered.fromSec - 1, report }, toPublish);
    }
    nextSec = buffered.toSec + 1;
  }
  if (nextSec <= toSec) add(state, { fromSec: nextSec, toSec, report }, toPublish);
  return toPublish;
}

/** Records that the oracle has no feed of the series. New subscribers learn it on subscribing. */
export function takeMissingFeed(state: TwapSeriesState, nowSec: number): ReadonlyArray<TopicEvent> {
  if (!state.hasFeed) return [];
  state.hasFeed = false;
  const toPublish: Array<TopicEvent> = [];
  const fromSec = (state.past ?? state).order.doneSec() + 1;
  add(state, { fromSec, toSec: Math.max(fromSec, nowSec), report: "no_feed" }, toPublish);
  return toPublish;
}

/** Returns whether every event after `since` is known that a replay would contain. */
export function isReplayable(state: TwapSeriesState, since: number): boolean {
  return isBegun(state) && (state.past === undefined || since >= state.past.endSec - 1);
}

/**
 * Returns the events after `since`, once they are known; a gap replaces those that are too old.
 */
export function twapEventsOf(state: TwapSeriesState, since: number): ReadonlyArray<TopicEvent> {
  const { topic } = state;
  const fromSec = Math.max(since + 1, state.replayFromSec);
  const events = state.events
    .filter((event) => lastSeqOf(event) >= fromSec)
    .map((event) =>
      event.kind === "gap" ? { ...event, fromSeq: Math.max(event.fromSeq, fromSec) } : event
    );
  if (fromSec === since + 1) return events;
  const toSeq = Math.min(fromSec - 1, state.order.doneSec());
  if (toSeq <= since) return events;
  return [{ kind: "gap", topic, fromSeq: since + 1, toSeq, reason: "replay_limit" }, ...events];
}

/** Returns whether the live seconds have begun: from here on each is published, or in a gap. */
export function isBegun({ order, liveSec }: TwapSeriesState): boolean {
  return order.doneSec() >= liveSec;
}

/** Begins with the first live average: no client can have been sent anything before it. */
function begin(
  state: TwapSeriesState,
  { validFromSec: endSec }: OraclePrice,
  toPublish: Array<TopicEvent>,
): void {
  const { order, events } = state;
  const doneSec = order.doneSec();
  if (endSec <= doneSec + 1) return;
  state.past = { order: makeReportOrder<ReportedSeconds>(doneSec), endSec, events };
  state.order = makeReportOrder<ReportedSeconds>(endSec - 1);
  state.events = [];
  for (const early of order.buffered()) add(state, early, toPublish);
}

/** Adds seconds, and appends what is now due to `toPublish`. */
function add(
  state: TwapSeriesState,
  reported: ReportedSeconds,
  toPublish: Array<TopicEvent>,
): void {
  if (state.past !== undefined && reported.fromSec < state.past.endSec) {
    addToPast(state, state.past, reported);
  }
  for (const { event, report } of release(state, state.order, reported)) {
    if (typeof report !== "string") state.latest = report;
    state.events.push(event);
    dropOldEvents(state);
    toPublish.push(event);
  }
}

/** Adds the seconds before the first live one. Once all are known, they are for replay. */
function addToPast(
  state: TwapSeriesState,
  past: TwapPast,
  { fromSec, toSec, report }: ReportedSeconds,
): void {
  const lastSec = past.endSec - 1;
  const isBefore = toSec <= lastSec || typeof report === "string";
  const released = release(state, past.order, {
    fromSec,
    toSec: Math.min(toSec, lastSec),
    // The seq of an average is its last second, which is a live one here.
    report: isBefore ? report : "not_fetched",
  });
  past.events.push(...released.map(({ event }) => event));
  if (past.order.doneSec() < lastSec) return;
  state.events = [...past.events, ...state.events];
  state.past = undefined;
}

/** Adds seconds to an order. Returns the events that are now due. */
function release(
  { topic, series }: TwapSeriesState,
  order: ReportOrder<ReportedSeconds>,
  reported: ReportedSeconds,
): ReadonlyArray<{ readonly event: TopicEvent; readonly report: OraclePrice | GapReason }> {
  let doneSec = order.doneSec();
  return order.add(reported).map(({ fromSec, toSec, report }) => {
    const fromSeq = Math.max(fromSec, doneSec + 1);
    doneSec = toSec;
    const event: TopicEvent = typeof report === "string"
      ? { kind: "gap", topic, fromSeq, toSeq: toSec, reason: report }
      : { kind: "twap", topic, seq: toSec, ...series, priceE18: report.priceE18 };
    return { event, report };
  });
}

/** Gives up on seconds that are missing for too long, so that later ones can be published. */
function giveUp(state: TwapSeriesState, toPublish: Array<TopicEvent>): void {
  const overdue = overdueSeconds(state.order);
  if (overdue !== undefined) add(state, { ...overdue, report: "not_fetched" }, toPublish);
}

/** Drops the events that are older than the replay reaches. */
function dropOldEvents(state: TwapSeriesState): void {
  const oldestSec = state.order.doneSec() - REPLAY_MAX + 1;
  state.replayFromSec = Math.max(state.replayFromSec, oldestSec);
  if (state.past !== undefined && state.past.endSec <= state.replayFromSec) state.past = undefined;
  const isOld = (event: TopicEvent | undefined) =>
    event !== undefined && lastSeqOf(event) < state.replayFromSec;
  // Drops many at a time, because removing the first of an array moves all the others.
  if (isOld(state.events[REPLAY_MAX])) state.events.splice(0, REPLAY_MAX + 1);
}
