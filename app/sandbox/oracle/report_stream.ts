/**
 * Sends reports to every listener as they are published.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { strideSecOf } from "../stride.ts";
import { type OracleReports, publishedAtMs, type WireReport } from "./oracle_reports.ts";

/** Who wants reports. */
export interface Subscription {
  /** Known ids, each once. */
  readonly feedIds: ReadonlyArray<string>;
  /** In the machine's milliseconds: how long after its publication a report comes. */
  readonly lateMs: number;
  readonly send: (text: string) => void;
}

/** All listeners of the oracle. */
export interface ReportStream {
  /** Begins with the first report published from now on. The answer ends it. */
  join(subscription: Subscription): () => void;
  /** How many listen. */
  count(): number;
}

interface Listener extends Subscription {
  /** Reports of this second were published when it joined, and are not sent. */
  readonly afterSec: number;
}

/** Those who want one feed. */
interface Feed {
  /** The next multiple of the stride whose report was not sent. */
  nextSec: number;
  readonly listeners: Set<Listener>;
}

/** A report, and those who want it. */
interface Due {
  readonly report: WireReport;
  readonly listeners: ReadonlySet<Listener>;
}

/** What is sent to a listener of one feed after the process stood still; older ones are lost. */
const MISSED_MAX = 600;
/** A very slow clock is looked at in between, within what a timer holds. */
const WAIT_MS_MAX = 60_000;

/**
 * Nobody listens yet, and without listeners no timer runs.
 *
 * A feed's report is sent when it covers a second that is a multiple of the stride, and then
 * covers the seconds between as well. One pump serves all: it wakes when the next such second is
 * published, encodes each report once, and sends all that came since, in order.
 */
export function makeReportStream(reports: OracleReports, clock: SandboxClock): ReportStream {
  const strideSec = strideSecOf(clock.speed);
  const feeds = new Map<string, Feed>();
  let joined = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was published by then has been sent. */
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

/** What one feed has published since the last time, and the second to begin with next time. */
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
  // A report that is put into the past later on is not news. With a stride, the last multiple may
  // still be waiting for the report that covers it.
  return { found, nextSec: Math.max(sec, floorTo(strideSec, untilSec + 1)) };
}

/** Sends them by observation, those of one second together. */
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
