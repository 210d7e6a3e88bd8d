/**
 * One feed of the stream: tells every report the moment it comes, and fetches what is missing.
 *
 * @module
 */
import { Effect, Result } from "effect";
import type { LiveEvent } from "../../core/port/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkClient } from "./client.ts";
import { decodeReport, type OracleReport, ReportRefused } from "./report.ts";
import { makeReportSequence, type SequenceStart } from "./report_sequence.ts";
import { isTransient, ORACLE } from "./status.ts";
import type { StreamFeed } from "./stream_feeds.ts";

/** What a line works with. */
export interface FeedLineOptions {
  readonly feed: StreamFeed;
  /** What has to be told from before the first report on, if anything. */
  readonly start?: SequenceStart | undefined;
  readonly tell: (event: LiveEvent) => void;
  readonly client: Pick<ChainlinkClient, "reportsFrom">;
  /** Comes when a page may be asked for: what limits all feeds together. */
  readonly turn: Effect.Effect<void>;
  readonly nowSec: () => number;
  /** Runs what has to ask someone. */
  readonly fork: (effect: Effect.Effect<void>) => void;
}

/** Hears one feed. */
export interface FeedLine {
  readonly feed: StreamFeed;
  /** Fails with a report that cannot be used, and has told every other that is news. */
  readonly hear: (fullReport: string) => Result.Result<OracleReport, ReportRefused>;
}

/** What is missing for longer is given up: nobody waits for it any more. */
const HOLE_AGE_SEC_MAX = 600;
/** Reports appear 1 to 2 s after their second: a younger second may still get its own. */
const SETTLED_AFTER_SEC = 4;
/** Seconds that the oracle missed are in the next report, but it does not miss so many. */
const WIDTH_SEC_MAX = 600;
/** Reports are of the past. Clocks differ. */
const AHEAD_SEC_MAX = 60;
const PAGE_LIMIT = 100;
const PAGE_MS_MAX = 3_500;

/** Makes the line, and begins to fetch what it has to tell from its start. */
export function makeFeedLine(options: FeedLineOptions): FeedLine {
  const { feed, nowSec, tell } = options;
  const { asset, stream, feedId } = feed;
  const sequence = makeReportSequence(options.start);
  let isFilling = false;

  const lose = (untilSec: number) => {
    for (const lost of sequence.lose(untilSec)) {
      tell({ kind: "lost_reports", asset, stream, ...lost });
    }
  };

  const hear = (fullReport: string) =>
    Result.map(usableReport(fullReport, { feedId, nowSec: nowSec() }), (report) => {
      const { validFromSec, observedSec } = report;
      if (sequence.take({ fromSec: validFromSec, toSec: observedSec })) {
        tell({ kind: "report", asset, report: { ...report, stream } });
        lose(nowSec() - HOLE_AGE_SEC_MAX);
        fillLater();
      }
      return report;
    });

  /** One at a time, however many holes there are. */
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

  /** Asks for a page. Gives the last second that is answered for, with a report or without. */
  const askFrom = Effect.fnUntraced(function* (fromSec: number) {
    const page = yield* Effect.result(pageFrom(fromSec));
    if (Result.isFailure(page)) {
      yield* complain("Cannot fetch reports", page.failure);
      return Infinity;
    }
    let answeredSec = 0;
    for (const { fullReport } of page.success) {
      const heard = hear(fullReport);
      if (Result.isSuccess(heard)) answeredSec = Math.max(answeredSec, heard.success.observedSec);
      else yield* complain("Cannot use a report", heard.failure);
    }
    // What the page skips does not exist, and what comes after it, since the provider may cut it
    // anywhere, is asked for next. An empty one says that there is nothing from there on.
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
  return { feed, hear };
}

function usableReport(
  fullReport: string,
  { feedId, nowSec }: { readonly feedId: string; readonly nowSec: number },
): Result.Result<OracleReport, ReportRefused> {
  const refuse = (reason: string) => Result.fail(new ReportRefused({ reason }));
  return Result.flatMap(decodeReport(fullReport, feedId), (report) => {
    if (report.observedSec > nowSec + AHEAD_SEC_MAX) return refuse("it is of the future");
    const widthSec = report.observedSec - report.validFromSec;
    return widthSec > WIDTH_SEC_MAX ? refuse("it covers too much time") : Result.succeed(report);
  });
}
