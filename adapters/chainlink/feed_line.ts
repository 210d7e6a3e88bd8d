/**
 * One feed of the stream: publishes every report on arrival, and fetches missing ones.
 *
 * @module
 */
import { Effect, Result } from "effect";
import type { LiveEvent } from "../../core/port/live_prices.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkClient } from "./client.ts";
import { decodeReport, type OracleReport, ReportRefused } from "./report.ts";
import { makeReportSequence, type SequenceStart } from "./report_sequence.ts";
import { isTransient, ORACLE } from "./http_failure.ts";
import type { StreamFeed } from "./stream_feeds.ts";

/** The dependencies of a feed line. */
export interface FeedLineOptions {
  readonly feed: StreamFeed;
  /** The seconds before the first report that must be accounted for, if any. */
  readonly start?: SequenceStart | undefined;
  readonly publish: (event: LiveEvent) => void;
  readonly client: Pick<ChainlinkClient, "reportsFrom">;
  /** Resolves when a page may be requested; the limit is shared by all feeds. */
  readonly turn: Effect.Effect<void>;
  readonly nowSec: () => number;
  /** Runs an effect that calls the provider. */
  readonly fork: (effect: Effect.Effect<void>) => void;
}

/** Receives the reports of one feed. */
export interface FeedLine {
  readonly feed: StreamFeed;
  /** Publishes a new report; fails for a report that cannot be used. */
  readonly receive: (fullReport: string) => Result.Result<OracleReport, ReportRefused>;
}

/** Seconds missing for longer are given up, in seconds. */
const HOLE_AGE_SEC_MAX = 600;
/** Reports appear 1 to 2 s after their second, so a more recent second may still get one. */
const SETTLED_AFTER_SEC = 4;
/** A report also covers seconds that the oracle skipped, but never this many. */
const WIDTH_SEC_MAX = 600;
/** Reports are about the past, but clocks differ. */
const AHEAD_SEC_MAX = 60;
const PAGE_LIMIT = 100;
const PAGE_MS_MAX = 3_500;

/** Creates the feed line, and starts to fetch the seconds from its start. */
export function makeFeedLine(options: FeedLineOptions): FeedLine {
  const { feed, nowSec, publish } = options;
  const { asset, stream, feedId } = feed;
  const sequence = makeReportSequence(options.start);
  let isFilling = false;

  const lose = (untilSec: number) => {
    for (const lost of sequence.lose(untilSec)) {
      publish({ kind: "lost_reports", asset, stream, ...lost });
    }
  };

  const receive = (fullReport: string) =>
    Result.map(usableReport(fullReport, { feedId, nowSec: nowSec() }), (report) => {
      const { validFromSec, observedSec } = report;
      if (sequence.take({ fromSec: validFromSec, toSec: observedSec })) {
        publish({ kind: "report", asset, report: { ...report, stream } });
        lose(nowSec() - HOLE_AGE_SEC_MAX);
        fillLater();
      }
      return report;
    });

  /** One fetch at a time, however many holes there are. */
  function fillLater(): void {
    if (isFilling || sequence.hole() === undefined) return;
    isFilling = true;
    options.fork(Effect.ensuring(fill, Effect.sync(() => void (isFilling = false))));
  }

  const fill = Effect.gen(function* () {
    for (;;) {
      yield* options.turn;
      lose(nowSec() - HOLE_AGE_SEC_MAX);
      const hole = sequence.hole();
      if (hole === undefined) return;
      const answeredSec = yield* askFrom(hole.fromSec);
      lose(Math.min(answeredSec, nowSec() - SETTLED_AFTER_SEC));
      if (sequence.hole()?.fromSec === hole.fromSec) yield* Effect.sleep("1 second");
    }
  });

  /** Requests a page. Returns the last second that it answers for, with or without a report. */
  const askFrom = Effect.fnUntraced(function* (fromSec: number) {
    const page = yield* Effect.result(pageFrom(fromSec));
    if (Result.isFailure(page)) {
      yield* complain("Cannot fetch reports", page.failure);
      return Infinity;
    }
    let answeredSec = 0;
    for (const { fullReport } of page.success) {
      const received = receive(fullReport);
      if (Result.isSuccess(received)) {
        answeredSec = Math.max(answeredSec, received.success.observedSec);
      } else yield* complain("Cannot use a report", received.failure);
    }
    // Seconds that the page skips do not exist. Seconds after it are requested next, since the
    // provider may cut a page anywhere. An empty page means that nothing follows.
    return answeredSec < fromSec ? Infinity : answeredSec;
  });

  const pageFrom = (startSec: number) =>
    withinDeadline(options.client.reportsFrom(feedId, { startSec, limit: PAGE_LIMIT }), {
      provider: ORACLE,
      timeoutMs: PAGE_MS_MAX,
    }).pipe(Effect.retry({ times: 1, while: isTransient }));

  const complain = (what: string, failure: { readonly message: string }) =>
    Effect.annotateLogs(Effect.logWarning(what), {
      provider: ORACLE,
      asset,
      stream,
      reason: failure.message,
    });

  fillLater();
  return { feed, receive };
}

function usableReport(
  fullReport: string,
  { feedId, nowSec }: { readonly feedId: string; readonly nowSec: number },
): Result.Result<OracleReport, ReportRefused> {
  const refuse = (reason: string) => Result.fail(new ReportRefused({ reason }));
  return Result.flatMap(decodeReport(fullReport, feedId), (report) => {
    if (report.observedSec > nowSec + AHEAD_SEC_MAX) return refuse("it is from the future");
    const widthSec = report.observedSec - report.validFromSec;
    return widthSec > WIDTH_SEC_MAX ? refuse("it covers too much time") : Result.succeed(report);
  });
}
