/**
 * The averages of one series: which are published next, and which for replay.
 *
 * A state and its transitions, without a clock or effects. Each returns the events to publish, in
 * order. The state changes in place, because an average comes every second of every series.
 *
 * @module
 */
import { type Observation, type TwapSeries as TwapSeries } from "../../price/mod.ts";
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
  readonly report: Observation | GapReason;
}

/** The state of one series. */
export interface TwapSeriesState {
  readonly series: TwapSeries;
  readonly topic: TwapTopic;
  readonly order: ReportOrder<ReportedSeconds>;
  /** The first second whose events are kept for replay. */
  replayFromSec: number;
  /** The events published for the last {@linkcode REPLAY_MAX} seconds, oldest first. */
  readonly events: Array<TopicEvent>;
  latest: Observation | undefined;
  /** False while the oracle is known to have no feed of the series. */
  hasFeed: boolean;
}

/** Makes a series that begins with a second. */
export function makeTwapSeries(series: TwapSeries, startSec: number): TwapSeriesState {
  return {
    series,
    topic: twapTopic(series),
    order: makeReportOrder<ReportedSeconds>(startSec - 1),
    replayFromSec: startSec,
    events: [],
    latest: undefined,
    hasFeed: true,
  };
}

/** Takes an average. Gives up on seconds that are missing for too long before it. */
export function takeReport(state: TwapSeriesState, report: Observation): ReadonlyArray<TopicEvent> {
  const toPublish: Array<TopicEvent> = [];
  state.hasFeed = true;
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
  for (const buffered of state.order.buffered()) {
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
  const fromSec = state.order.doneSec() + 1;
  add(state, { fromSec, toSec: Math.max(fromSec, nowSec), report: "no_feed" }, toPublish);
  return toPublish;
}

/** Returns the events after `since`; a gap replaces those that are too old. */
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

/** Adds seconds, and appends what is now due to `toPublish`. */
function add(
  state: TwapSeriesState,
  reported: ReportedSeconds,
  toPublish: Array<TopicEvent>,
): void {
  const { topic } = state;
  let doneSec = state.order.doneSec();
  for (const { fromSec, toSec, report } of state.order.add(reported)) {
    const fromSeq = Math.max(fromSec, doneSec + 1);
    const event: TopicEvent = typeof report === "string"
      ? { kind: "gap", topic, fromSeq, toSeq: toSec, reason: report }
      : { kind: "twap", topic, seq: toSec, ...state.series, priceE18: report.priceE18 };
    if (typeof report !== "string") state.latest = report;
    doneSec = toSec;
    state.events.push(event);
    dropOldEvents(state);
    toPublish.push(event);
  }
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
  const isOld = (event: TopicEvent | undefined) =>
    event !== undefined && lastSeqOf(event) < state.replayFromSec;
  // Drops many at a time, because removing the first of an array moves all the others.
  if (isOld(state.events[REPLAY_MAX])) state.events.splice(0, REPLAY_MAX + 1);
}
