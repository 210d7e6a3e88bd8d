/**
 * Sends reports to every subscriber as they are published.
 *
 * @module
 */
import { type SandboxClock } from "../kit/clock.ts";
import { strideSecOf } from "../kit/stride.ts";
import { type OracleReports, publishedAtMs, type WireReport } from "./oracle_reports.ts";

/** A subscription to reports. */
export interface Subscription {
  /** Known ids, each once. */
  readonly feedIds: ReadonlyArray<string>;
  /** Real milliseconds between a report's publication and its delivery. */
  readonly lateMs: number;
  readonly send: (text: string) => void;
}

/** All subscribers of the oracle. */
export interface ReportStream {
  /** Subscribes from the next published report on. Returns the function that unsubscribes. */
  join(subscription: Subscription): () => void;
  /** Returns the number of subscribers. */
  count(): number;
}

interface Listener extends Subscription {
  /** Reports of this second were published before it joined, and are not sent. */
  readonly afterSec: number;
}

/** The subscribers of one feed. */
interface Feed {
  /** The next multiple of the stride whose report has not been sent. */
  nextSec: number;
  readonly listeners: Set<Listener>;
}

/** A report and its receivers. */
interface Due {
  readonly report: WireReport;
  readonly listeners: ReadonlySet<Listener>;
}

/**
 * The most reports that a subscriber of one feed gets after the process was paused; older ones are
 * lost.
 */
const MISSED_MAX = 600;
/** Longest wait between reads of a very slow clock, within a timer's limit. */
const WAIT_MS_MAX = 60_000;

/**
 * Makes a stream without subscribers. The timer runs only while there are some.
 *
 * A feed's report is sent if it covers a second that is a multiple of the stride, and then also
 * covers the seconds between. One pump serves all: it wakes when the next such second is published,
 * encodes each report once, and sends everything new in order.
 */
export function makeReportStream(reports: OracleReports, clock: SandboxClock): ReportStream {
  const strideSec = strideSecOf(clock.speed);
  const feeds = new Map<string, Feed>();
  let joined = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Everything published up to this second has been sent. */
  let sentSec = 0;

  const pump = () => {
    sentSec = reports.publishedSec();
    const due: Due[] = [];
    for (const [feedId, feed] of feeds) {
      const seconds = { fromSec: feed.nextSec, untilSec: sentSec, strideSec };
      const { found, nextSec } = published(reports, feedId, seconds);
      for (const report of found) due.push({ report, listeners: feed.listeners });
      feed.nextSec = nextSec;
    }
    deliver(due);
    wakeWhenDue();
  };
  const wakeWhenDue = () => {
    clearTimeout(timer);
    if (joined === 0) return;
    const nextSec = Math.min(...[...feeds.values()].map((feed) => feed.nextSec));
    const dueMs = publishedAtMs(Math.max(sentSec + 1, nextSec));
    const waitMs = Math.ceil(clock.realMs(dueMs - clock.nowMs()));
    timer = setTimeout(pump, Math.min(Math.max(waitMs, 1), WAIT_MS_MAX));
  };
  return {
    count: () => joined,
    join(subscription) {
      const afterSec = reports.publishedSec();
      const listener = { ...subscription, afterSec };
      for (const feedId of subscription.feedIds) {
        const feed = feeds.get(feedId) ?? {
          nextSec: floorTo(strideSec, afterSec + 1),
          listeners: new Set(),
        };
        feed.listeners.add(listener);
        feeds.set(feedId, feed);
      }
      if (joined++ === 0) sentSec = afterSec;
      wakeWhenDue();
      return () => {
        for (const feedId of subscription.feedIds) {
          const listeners = feeds.get(feedId)?.listeners;
          listeners?.delete(listener);
          if (listeners?.size === 0) feeds.delete(feedId);
        }
        joined--;
        wakeWhenDue();
      };
    },
  };
}

/** Returns a feed's new reports, and the second from which to continue next time. */
function published(
  reports: OracleReports,
  feedId: string,
  { fromSec, untilSec, strideSec }: {
    readonly fromSec: number;
    readonly untilSec: number;
    readonly strideSec: number;
  },
): { readonly found: ReadonlyArray<WireReport>; readonly nextSec: number } {
  const found: WireReport[] = [];
  let sec = Math.max(fromSec, floorTo(strideSec, untilSec) - MISSED_MAX * strideSec);
  for (;;) {
    const report = reports.next(feedId, { fromSec: sec, untilSec, strideSec });
    if (report === undefined) break;
    const coveredSec = floorTo(strideSec, report.observationsTimestamp);
    if (coveredSec >= report.validFromTimestamp) found.push(report);
    sec = coveredSec + strideSec;
  }
  // A report recorded later for a past second is not sent. With a stride, the last multiple may
  // still wait for the report that covers it.
  return { found, nextSec: Math.max(sec, floorTo(strideSec, untilSec + 1)) };
}

/** Sends them in order of observation, those of one second together. */
function deliver(due: ReadonlyArray<Due>): void {
  const batches = new Map<Listener, string[]>();
  const inOrder = due.toSorted((a, b) =>
    a.report.observationsTimestamp - b.report.observationsTimestamp
  );
  for (const { report, listeners } of inOrder) {
    const text = JSON.stringify({ report });
    for (const listener of listeners) {
      if (report.observationsTimestamp <= listener.afterSec) continue;
      const batch = batches.get(listener);
      if (batch === undefined) batches.set(listener, [text]);
      else batch.push(text);
    }
  }
  for (const [{ send, lateMs }, batch] of batches) {
    const flush = () => batch.forEach((text) => send(text));
    if (lateMs > 0) setTimeout(flush, lateMs);
    else flush();
  }
}

function floorTo(strideSec: number, sec: number): number {
  return Math.floor(sec / strideSec) * strideSec;
}
