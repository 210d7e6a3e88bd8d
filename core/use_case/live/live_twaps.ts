/**
 * Publishes every average of the oracle, each series in order of its seconds.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset } from "../../market/mod.ts";
import type { LiveEvent } from "../../port/live_prices.ts";
import {
  type OraclePrice,
  type OracleStream,
  TWAP_SERIES,
  type TwapSeries,
  twapWindowOf,
} from "../../price/mod.ts";
import { REPLAY_MAX, type TopicEvent, twapTopic } from "../../stream/mod.ts";
import type { PublisherService, TopicPublisher } from "./publisher.ts";
import {
  isBegun,
  isReplayable,
  makeTwapSeries,
  takeLoss,
  takeMissingFeed,
  takeReport,
  twapEventsOf,
  type TwapSeriesState,
} from "./twap_series.ts";

/** The age, in seconds, beyond which an average is no longer current. */
export const TWAP_AGE_SEC_MAX = 60;
/** An average is usually published this long after its second. */
export const TWAP_DELAY_SEC = 3;

/** The publisher of averages. It must receive every event of the oracle's sockets. */
export interface LiveTwaps extends TopicPublisher {
  /**
   * Begins with the seconds that are published from now on. For replays there are the last ones
   * before as well, which the oracle's sockets fetch at their start.
   */
  readonly start: () => void;
  readonly publishTwap: (event: LiveEvent) => void;
  /** Returns the latest average of a series, however old. */
  readonly latest: (series: TwapSeries) => OraclePrice | undefined;
  /** Returns false while the oracle is known to have no feed of the topic. */
  readonly hasFeed: (topic: string) => boolean;
  /** Returns whether every event after `since` is known that a replay would contain. */
  readonly isReplayable: (topic: string, since: number) => boolean;
}

/** Makes the publisher. It publishes nothing before it is started. */
export function makeLiveTwaps(
  { nowMs, publishEvent }: Pick<PublisherService, "publishEvent"> & {
    readonly nowMs: () => number;
  },
): LiveTwaps {
  const states = new Map<string, TwapSeriesState>();

  function stateOf(asset: Asset, stream: OracleStream): TwapSeriesState | undefined {
    const windowSec = twapWindowOf(stream);
    return windowSec === undefined ? undefined : states.get(twapTopic({ asset, windowSec }));
  }

  /** Returns what the event makes due. */
  function take(event: LiveEvent): ReadonlyArray<TopicEvent> {
    switch (event.kind) {
      case "report":
      case "point": {
        const report = event.kind === "report" ? event.report : event.point;
        const state = stateOf(event.asset, report.stream);
        return state === undefined ? [] : takeReport(state, report);
      }
      case "lost_reports": {
        const state = stateOf(event.asset, event.stream);
        return state === undefined ? [] : takeLoss(state, event);
      }
      case "missing_feed": {
        const state = stateOf(event.asset, event.stream);
        return state === undefined ? [] : takeMissingFeed(state, Math.floor(nowMs() / 1000));
      }
      default:
        return [];
    }
  }

  return {
    start: () => {
      const nowSec = Math.floor(nowMs() / 1000);
      const seconds = { startSec: nowSec - REPLAY_MAX, liveSec: nowSec - TWAP_DELAY_SEC };
      for (const series of TWAP_SERIES) {
        // A restart continues each series where it stopped.
        states.getOrInsertComputed(twapTopic(series), () => makeTwapSeries(series, seconds));
      }
    },
    publishTwap: (event) => {
      for (const due of take(event)) publishEvent(due);
    },
    latest: (series) => states.get(twapTopic(series))?.latest,
    hasFeed: (topic) => states.get(topic)?.hasFeed ?? true,
    headOf: (topic) => states.get(topic)?.order.doneSec(),
    current: (topic) => {
      const state = states.get(topic);
      // Before the live ones, what is published next may not follow the latest.
      if (state === undefined || !isBegun(state)) return undefined;
      const latest = state.events.findLast((event) => event.kind === "twap");
      const isFresh = latest !== undefined &&
        nowMs() - latest.seq * 1000 <= TWAP_AGE_SEC_MAX * 1000;
      return isFresh ? latest : undefined;
    },
    isReplayable: (topic, since) => {
      const state = states.get(topic);
      return state !== undefined && isReplayable(state, since);
    },
    replay: (topic, since) =>
      Effect.sync(() => {
        const state = states.get(topic);
        return state === undefined ? [] : twapEventsOf(state, since);
      }),
  };
}
