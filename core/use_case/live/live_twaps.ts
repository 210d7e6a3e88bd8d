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
import { REPLAY_MAX, type TopicEvent, twapTopic } from "../../stream/mod.ts";
import type { TopicPublisher } from "./publisher.ts";
import {
  makeTwapSeries,
  takeLoss,
  takeMissingFeed,
  takeReport,
  twapEventsOf,
  type TwapSeriesState,
} from "./twap_series.ts";

/** The age, in seconds, beyond which an average is no longer current. */
export const TWAP_AGE_SEC_MAX = 60;

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
      const startSec = Math.floor(nowMs() / 1000) - REPLAY_MAX;
      for (const series of TWAP_SERIES) {
        const topic = twapTopic(series);
        // A quick restart continues each series where it stopped.
        if ((states.get(topic)?.order.doneSec() ?? 0) >= startSec) continue;
        states.set(topic, makeTwapSeries(series, startSec));
      }
    },
    handle: (event) => {
      for (const due of take(event)) publish(due);
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
    replay: (topic, since) =>
      Effect.sync(() => {
        const state = states.get(topic);
        return state === undefined ? [] : twapEventsOf(state, since);
      }),
  };
}
