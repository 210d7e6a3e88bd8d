/**
 * The seconds of each feed that were received, from the own connection or by another replica.
 *
 * @module
 */
import type { Asset } from "../../core/market/mod.ts";
import type { LiveEvent } from "../../core/port/live_prices.ts";
import type { OracleStream } from "../../core/price/mod.ts";
import type { Seconds } from "../../core/stream/mod.ts";
import { feedKey } from "./feed_table.ts";
import { makeReportSequence, type ReportSequence } from "./report_sequence.ts";

/** Remembers seconds. */
export interface ReceivedSeconds {
  readonly take: (event: LiveEvent) => void;
  /**
   * Returns the first second from `sinceSec` on that has neither a report nor was lost: a replica
   * that received everything before may have ended in the middle of fetching older ones.
   */
  readonly firstMissing: (
    feed: { readonly asset: Asset; readonly stream: OracleStream },
    sinceSec: number,
  ) => number;
}

/** Holes this far before the latest second are not looked for any more. */
const HELD_SEC = 600;

/** The seconds of one feed. */
interface FeedSeconds {
  readonly sequence: ReportSequence;
  latestSec: number;
}

/** Makes a memory of nothing. */
export function makeReceivedSeconds(): ReceivedSeconds {
  const feeds = new Map<string, FeedSeconds>();

  const take = (key: string, seconds: Seconds) => {
    // Everything before the first report is missing, unless it is known to be lost.
    const feed = feeds.get(key) ?? {
      sequence: makeReportSequence({ fromSec: 0, existsSec: 0 }),
      latestSec: -1,
    };
    feeds.set(key, feed);
    feed.latestSec = Math.max(feed.latestSec, seconds.toSec);
    feed.sequence.take(seconds);
    feed.sequence.lose(feed.latestSec - HELD_SEC);
  };

  return {
    take: (event) => {
      if (event.kind === "report") {
        const { stream, validFromSec, observedSec } = event.report;
        take(feedKey(event.asset, stream), { fromSec: validFromSec, toSec: observedSec });
      } else if (event.kind === "lost_reports") {
        take(feedKey(event.asset, event.stream), event);
      }
    },
    firstMissing: ({ asset, stream }, sinceSec) => {
      const feed = feeds.get(feedKey(asset, stream));
      if (feed === undefined) return sinceSec;
      feed.sequence.lose(sinceSec - 1);
      return Math.max(sinceSec, feed.sequence.hole()?.fromSec ?? feed.latestSec + 1);
    },
  };
}
