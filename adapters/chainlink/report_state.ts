/**
 * Receives the stream's frames and passes each report to the line of its feed.
 *
 * @module
 */
import { Effect, Option, Result, Semaphore } from "effect";
import { BoundedMap } from "../../core/bounded_map.ts";
import type { LiveEvent } from "../../core/port/live_prices.ts";
import { twapWindowOf } from "../../core/price/mod.ts";
import { sleepMachineTime } from "../outbound/mod.ts";
import type { ChainlinkClient } from "./client.ts";
import { type FeedLine, makeFeedLine } from "./feed_line.ts";
import { decodeFrame } from "./payload.ts";
import { ORACLE } from "./http_failure.ts";
import type { ReceivedSeconds } from "./received_seconds.ts";
import type { StreamFeed } from "./stream_feeds.ts";

/** The dependencies of the report state. */
export interface ReportStateOptions {
  readonly client: Pick<ChainlinkClient, "reportsFrom">;
  readonly publish: (event: LiveEvent) => void;
  readonly nowSec: () => number;
  /** Knows what was received before, also by another replica. */
  readonly received: Pick<ReceivedSeconds, "firstMissing">;
  /** Runs an effect in the background. */
  readonly fork: (effect: Effect.Effect<void>) => void;
}

/** Receives frames of any connection. */
export interface ReportState {
  /** Opens the lines of these feeds. A line stays open while its feed is not subscribed. */
  readonly open: (feeds: ReadonlyArray<StreamFeed>) => void;
  /** Processes a frame. Returns whether it held a usable report, new or not. */
  readonly receive: (text: string) => boolean;
}

/**
 * The averages published at the start, in seconds back, for clients that were connected before a
 * restart.
 */
const REPLAY_SEC = 288;
/**
 * Pages are requested one after the other, in machine time: a faster clock makes longer holes, but
 * no more calls. Meanwhile a late frame may still fill a hole.
 */
const PAGE_EVERY_MS = 100;
const COMPLAINT_EVERY_MS = 1_000;
/**
 * Every origin sends the same frames, so most come twice within a second. Decoding one takes ten
 * times as long as finding it among these: a second's frames of seven assets, and some more.
 */
const RECENT_FRAMES = 256;

/** Creates the state without any line. */
export function makeReportState(options: ReportStateOptions): ReportState {
  const lines = new Map<string, FeedLine>();
  const recent = new BoundedMap<string, true>(RECENT_FRAMES);
  const turn = Semaphore.makeUnsafe(1).withPermits(1)(sleepMachineTime(PAGE_EVERY_MS));
  let complainedAtMs = -Infinity;

  /** Logs a frame that cannot be used; the connection is kept. */
  const complain = (reason: string) => {
    if (performance.now() - complainedAtMs < COMPLAINT_EVERY_MS) return;
    complainedAtMs = performance.now();
    const warning = Effect.logWarning("Cannot use a frame of the stream");
    options.fork(Effect.annotateLogs(warning, { provider: ORACLE, reason }));
  };

  const open = (feed: StreamFeed) => {
    if (lines.has(feed.feedId)) return;
    const nowSec = options.nowSec();
    const isReplayed = twapWindowOf(feed.stream) !== undefined;
    const { asset, stream } = feed;
    const fromSec = Math.min(options.received.firstMissing(feed, nowSec - REPLAY_SEC), nowSec);
    // Waiting for anything older is pointless.
    const before = { fromSec: 0, toSec: fromSec - 1 };
    if (isReplayed) options.publish({ kind: "lost_reports", asset, stream, ...before });
    const start = isReplayed ? { fromSec, existsSec: nowSec - 1 } : undefined;
    lines.set(feed.feedId, makeFeedLine({ ...options, feed, start, turn }));
  };

  return {
    open: (feeds) => feeds.forEach(open),
    receive: (text) => {
      if (recent.has(text)) return true;
      const frame = Option.getOrUndefined(decodeFrame(text));
      if (frame === undefined) return complain("it is not a report"), false;
      const { feedID, fullReport } = frame.report;
      const line = lines.get(feedID.toLowerCase());
      if (line === undefined) return complain(`feed ${feedID} was not requested`), false;
      const received = line.receive(fullReport);
      if (Result.isFailure(received)) return complain(received.failure.message), false;
      recent.set(text, true);
      return true;
    },
  };
}
