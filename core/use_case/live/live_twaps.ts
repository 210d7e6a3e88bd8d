/**
 * Publishes every average of the oracle, each series in order of its seconds.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset } from "../../market/mod.ts";
import type { LiveEvent } from "../../port/mod.ts";
import {
  type Observation,
  type OracleStream,
  TWAP_SERIES,
  type TwapSeries,
  twapWindowOf,
} from "../../price/mod.ts";
import {
  type GapReason,
  lastSeqOf,
  makeReportOrder,
  REPLAY_MAX,
  type ReportOrder,
  type Seconds,
  type TopicEvent,
  twapTopic,
} from "../../stream/mod.ts";
import type { TopicPublisher } from "./publisher.ts";

/** How long, in seconds, a missing average may delay later ones: as long as reports are retried. */
const HOLD_SEC_MAX = 660;

/** The age, in seconds, beyond which an average is no longer current. */
export const TWAP_AGE_SEC_MAX = 60;

/** Seconds with the report that covers them, or with the reason why no report will. */
interface ReportedSeconds extends Seconds {
  readonly report: Observation | GapReason;
}

interface SeriesState {
  readonly series: TwapSeries;
  readonly order: ReportOrder<ReportedSeconds>;
  /** The first second whose events are kept for replay. */
  replayFromSec: number;
  /** The events published for the last {@linkcode REPLAY_MAX} seconds, oldest first. */
  events: Array<TopicEvent>;
  latest: Observation | undefined;
  /** False while the oracle is known to have no feed of the series. */
  hasFeed: boolean;
}

/** The publisher of averages. It must receive every event of the oracle's stream. */
export interface LiveTwaps extends TopicPublisher {
  /** Begins with the last seconds before now, which the oracle's stream fetches at its start. */
  readonly start: () => void;
  readonly handle: (event: LiveEvent) => void;
  /** Returns the latest average of a series, however old. */
  readonly latest: (series: TwapSeries) => Observation | undefined;
  /** Returns false while the oracle is known to have no feed of the topic. */
  readonly hasFeed: (topic: string) => boolean;
}

/** Makes the publisher. It publishes nothing before it is started. */
export function makeLiveTwaps(
  { nowMs, publish }: {
    readonly nowMs: () => number;
    readonly publish: (event: TopicEvent) => void;
  },
): LiveTwaps {
  const states = new Map<string, SeriesState>();

  function add(state: SeriesState, reported: ReportedSeconds): void {
    let doneSec = state.order.doneSec();
    for (const { fromSec, toSec, report } of state.order.add(reported)) {
      const topic = twapTopic(state.series);
      const fromSeq = Math.max(fromSec, doneSec + 1);
      const event: TopicEvent = typeof report === "string"
        ? { kind: "gap", topic, fromSeq, toSeq: toSec, reason: report }
        : { kind: "twap", topic, seq: toSec, ...state.series, priceE18: report.priceE18 };
      if (typeof report !== "string") state.latest = report;
      doneSec = toSec;
      state.events.push(event);
      dropOldEvents(state);
      publish(event);
    }
  }

  /** Adds a gap for lost seconds, except for buffered ones: another source delivered them. */
  function addLoss(state: SeriesState, { fromSec, toSec }: Seconds, reason: GapReason): void {
    let nextSec = fromSec;
    for (const buffered of state.order.buffered()) {
      if (buffered.toSec < nextSec || buffered.fromSec > toSec) continue;
      if (buffered.fromSec > nextSec) {
        add(state, { fromSec: nextSec, toSec: buffered.fromSec - 1, report: reason });
      }
      nextSec = buffered.toSec + 1;
    }
    if (nextSec <= toSec) add(state, { fromSec: nextSec, toSec, report: reason });
  }

  /** Gives up on seconds that are missing for too long, so that later ones can be published. */
  function giveUp(state: SeriesState): void {
    const buffered = state.order.buffered();
    const [oldest, newest] = [buffered[0], buffered.at(-1)];
    if (oldest === undefined || newest === undefined) return;
    const doneSec = state.order.doneSec();
    if (newest.toSec - doneSec <= HOLD_SEC_MAX) return;
    add(state, { fromSec: doneSec + 1, toSec: oldest.fromSec - 1, report: "not_fetched" });
  }

  /** Publishes a `no_feed` gap to current subscribers; new ones learn of it on subscribing. */
  function markFeedMissing(state: SeriesState): void {
    state.hasFeed = false;
    const fromSec = state.order.doneSec() + 1;
    const toSec = Math.max(fromSec, Math.floor(nowMs() / 1000));
    add(state, { fromSec, toSec, report: "no_feed" });
  }

  function stateOf(asset: Asset, stream: OracleStream): SeriesState | undefined {
    const windowSec = twapWindowOf(stream);
    return windowSec === undefined ? undefined : states.get(twapTopic({ asset, windowSec }));
  }

  return {
    start: () => {
      const startSec = Math.floor(nowMs() / 1000) - REPLAY_MAX;
      for (const series of TWAP_SERIES) {
        const topic = twapTopic(series);
        // A quick restart continues each series where it stopped.
        if ((states.get(topic)?.order.doneSec() ?? 0) >= startSec) continue;
        states.set(topic, {
          series,
          order: makeReportOrder<ReportedSeconds>(startSec - 1),
          replayFromSec: startSec,
          events: [],
          latest: undefined,
          hasFeed: true,
        });
      }
    },
    handle: (event) => {
      if (event.kind === "report" || event.kind === "point") {
        const report = event.kind === "report" ? event.report : event.point;
        const state = stateOf(event.asset, report.stream);
        if (state === undefined) return;
        state.hasFeed = true;
        add(state, { fromSec: report.validFromSec, toSec: report.observedSec, report });
        giveUp(state);
      }
      if (event.kind === "lost_reports") {
        const state = stateOf(event.asset, event.stream);
        if (state !== undefined) addLoss(state, event, "not_fetched");
      }
      if (event.kind === "missing_feed") {
        const state = stateOf(event.asset, event.stream);
        if (state !== undefined && state.hasFeed) markFeedMissing(state);
      }
    },
    latest: (series) => states.get(twapTopic(series))?.latest,
    hasFeed: (topic) => states.get(topic)?.hasFeed ?? true,
    headOf: (topic) => states.get(topic)?.order.doneSec(),
    current: (topic) => {
      const latest = states.get(topic)?.events.findLast((event) => event.kind === "twap");
      const isFresh = latest !== undefined &&
        nowMs() - latest.seq * 1000 <= TWAP_AGE_SEC_MAX * 1000;
      return isFresh ? latest : undefined;
    },
    replay: (topic, since) => Effect.sync(() => replayOf(states.get(topic), since)),
  };
}

/** Drops the events that are older than the replay reaches. */
function dropOldEvents(state: SeriesState): void {
  const oldestSec = state.order.doneSec() - REPLAY_MAX + 1;
  state.replayFromSec = Math.max(state.replayFromSec, oldestSec);
  const isOld = (event: TopicEvent | undefined) =>
    event !== undefined && lastSeqOf(event) < state.replayFromSec;
  // Drops many at a time, because removing the first of an array moves all the others.
  if (isOld(state.events[REPLAY_MAX])) state.events.splice(0, REPLAY_MAX + 1);
}

function replayOf(state: SeriesState | undefined, since: number): ReadonlyArray<TopicEvent> {
  if (state === undefined) return [];
  const fromSec = Math.max(since + 1, state.replayFromSec);
  const events = state.events
    .filter((event) => lastSeqOf(event) >= fromSec)
    .map((event) =>
      event.kind === "gap" ? { ...event, fromSeq: Math.max(event.fromSeq, fromSec) } : event
    );
  if (fromSec === since + 1) return events;
  const topic = twapTopic(state.series);
  const toSeq = Math.min(fromSec - 1, state.order.doneSec());
  if (toSeq <= since) return events;
  return [{ kind: "gap", topic, fromSeq: since + 1, toSeq, reason: "replay_limit" }, ...events];
}
