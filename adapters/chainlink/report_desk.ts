/**
 * Where the stream's frames come in: each report goes to the line of its feed.
 *
 * @module
 */
import { Effect, Option, Result, Semaphore } from "effect";
import type { LiveEvent } from "../../core/port/mod.ts";
import { twapWindowOf } from "../../core/price/mod.ts";
import { sleepMachineTime } from "../outbound/mod.ts";
import type { ChainlinkClient } from "./client.ts";
import { type FeedLine, makeFeedLine } from "./feed_line.ts";
import { decodeFrame } from "./payload.ts";
import { ORACLE } from "./status.ts";
import type { StreamFeed } from "./stream_feeds.ts";

/** What the desk works with. */
export interface ReportDeskOptions {
  readonly client: Pick<ChainlinkClient, "reportsFrom">;
  readonly tell: (event: LiveEvent) => void;
  readonly nowSec: () => number;
  /** Runs what takes time. */
  readonly fork: (effect: Effect.Effect<void>) => void;
}

/** Takes frames of any connection. */
export interface ReportDesk {
  /** Opens the lines of these feeds. Lines stay open while their feeds are not listened to. */
  readonly open: (feeds: ReadonlyArray<StreamFeed>) => void;
  /** Whether the frame held a report that can be used, new or not. */
  readonly hear: (text: string) => boolean;
}

/** So much of the averages before now is told, for those who were away while we restarted. */
const REPLAY_SEC = 288;
/**
 * Pages are asked for one after the other, in machine time: a clock that runs faster makes longer
 * holes, and no more work. It is also the time in which a late frame may still fill a hole.
 */
const PAGE_EVERY_MS = 100;
const COMPLAINT_EVERY_MS = 1_000;

/** No line is open. */
export function makeReportDesk(options: ReportDeskOptions): ReportDesk {
  const lines = new Map<string, FeedLine>();
  const turn = Semaphore.makeUnsafe(1).withPermits(1)(sleepMachineTime(PAGE_EVERY_MS));
  let complainedAtMs = -Infinity;

  /** A frame that cannot be used is no reason to give the connection up. */
  const complain = (reason: string) => {
    if (performance.now() - complainedAtMs < COMPLAINT_EVERY_MS) return;
    complainedAtMs = performance.now();
    const warning = Effect.logWarning("Cannot use a frame of the stream");
    options.fork(Effect.annotateLogs(warning, { provider: ORACLE, reason }));
  };

  const open = (feed: StreamFeed) => {
    if (lines.has(feed.feedId)) return;
    const nowSec = options.nowSec();
    const fromSec = nowSec - REPLAY_SEC;
    const isReplayed = twapWindowOf(feed.stream) !== undefined;
    const { asset, stream } = feed;
    // Whoever waits for something older need not wait.
    const before = { fromSec: 0, toSec: fromSec - 1 };
    if (isReplayed) options.tell({ kind: "lost_reports", asset, stream, ...before });
    const start = isReplayed ? { fromSec, existsSec: nowSec - 1 } : undefined;
    lines.set(feed.feedId, makeFeedLine({ ...options, feed, start, turn }));
  };

  return {
    open: (feeds) => feeds.forEach(open),
    hear: (text) => {
      const frame = Option.getOrUndefined(decodeFrame(text));
      if (frame === undefined) return complain("it is no report"), false;
      const { feedID, fullReport } = frame.report;
      const line = lines.get(feedID.toLowerCase());
      if (line === undefined) return complain(`nobody asked for feed ${feedID}`), false;
      const heard = line.hear(fullReport);
      if (Result.isFailure(heard)) complain(heard.failure.message);
      return Result.isSuccess(heard);
    },
  };
}
