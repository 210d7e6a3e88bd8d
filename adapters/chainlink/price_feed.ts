/**
 * The oracle's price feed: the report that covers a window's start is its target.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import {
  type OpeningFailure,
  type OpeningResult,
  type PriceFeed,
  PriceMissing,
} from "../../core/port/price_feed.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type OracleStream, reportTarget, type TargetQuery } from "../../core/price/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { type OpeningReport, openingReport, SETTLED_AFTER_SEC } from "./opening_report.ts";
import type { ReportPayload } from "./payload.ts";
import { decodeReport } from "./report.ts";
import { ORACLE } from "./http_failure.ts";

/** A caller receives an answer within 10 s, whatever the oracle does. */
const ANSWER_TIMEOUT_MS = 8_500;

/** How long a refused feed is left out of bulk calls: the account may buy it meanwhile. */
const REFUSED_MEMORY_MS = 300_000;

/**
 * The page call finds a second that a wider report covers, or that has no report. A more recent
 * second is simply not published yet, and the call would be wasted.
 */
const PAGE_AFTER_SEC = 4;

/** Creates the feed. */
export function makeChainlinkPriceFeed(
  { client, feedIds }: Pick<ChainlinkAccount, "client" | "feedIds">,
): PriceFeed {
  const decode = (payload: ReportPayload) =>
    Effect.fromResult(decodeReport(payload.fullReport, payload.feedID)).pipe(
      Effect.mapError((cause) =>
        new ProviderFailed({ provider: ORACLE, reason: "unreadable", cause })
      ),
    );

  /** Recently refused feeds, and until when they stay out of bulk calls. */
  const refusedUntilMs = new Map<string, number>();

  /**
   * Returns the reports of the second itself, by feed.
   *
   * One call for all feeds. A bulk call is refused as a whole if the account may not read one of
   * them (streams are bought one by one); then each feed is requested separately.
   */
  const foundAt = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, atSec: number) {
    const nowMs = yield* Clock.currentTimeMillis;
    const isRefused = (id: string) => (refusedUntilMs.get(id) ?? 0) > nowMs;
    const alone = ids.filter(isRefused);
    const together = ids.filter((id) => !isRefused(id));
    const found = together.length === 0
      ? Result.succeed([])
      : yield* Effect.result(reportsAt(together, atSec));
    const isSplit = Result.isFailure(found) && found.failure.reason === "refused" &&
      together.length > 1;
    const singles = yield* Effect.forEach(
      isSplit ? ids : alone,
      (id) =>
        Effect.map(Effect.result(reportsAt([id], atSec)), (result) => {
          if (Result.isFailure(result) && result.failure.reason === "refused") {
            refusedUntilMs.set(id, nowMs + REFUSED_MEMORY_MS);
          }
          return [id, result] as const;
        }),
      { concurrency: "unbounded" },
    );
    const shared = isSplit ? [] : together.map((id) => [id, found] as const);
    return new Map([...shared, ...singles]);
  });

  /**
   * Returns the reports of the second itself, in one call. The answer for a single feed is
   * attributed to that feed, so that a report of another feed is refused instead of ignored.
   */
  const reportsAt = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, atSec: number) {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) {
      const found = Option.toArray(yield* client.reportAt(only, atSec));
      return found.map((payload) => ({ ...payload, feedID: only }));
    }
    return yield* client.reportsAt(ids, atSec);
  });

  const openingOf = Effect.fnUntraced(function* (
    feedId: string,
    question: {
      readonly startSec: number;
      readonly nowSec: number;
      readonly found: ReadonlyArray<ReportPayload>;
    },
  ) {
    const own = question.found.filter((payload) => payload.feedID.toLowerCase() === feedId);
    const direct = openingReport(yield* Effect.forEach(own, decode), question);
    if (Option.isSome(direct) && !direct.value.isLate) return direct;
    if (question.nowSec - question.startSec < PAGE_AFTER_SEC) return Option.none<OpeningReport>();
    const page = yield* client.reportsFrom(feedId, {
      startSec: question.startSec,
      // The first report that ends at or after the start decides; a second one proves the order.
      limit: 2,
    });
    const reports = page.map((payload) => ({ ...payload, feedID: feedId }));
    return openingReport(yield* Effect.forEach(reports, decode), question);
  });

  const openings = Effect.fn("chainlink.openings")(function* (group: ReadonlyArray<TargetQuery>) {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const startSec = group[0]?.window.startSec ?? 0;
    const ids = yield* Effect.forEach(
      group,
      (query) =>
        feedIds(query.asset, streamOf(query)).pipe(
          Effect.catchTag("FeedUnlisted", (unlisted) => Effect.fail(unlisted.asRefusal())),
          Effect.result,
        ),
      { concurrency: "unbounded" },
    );
    const known = [...new Set(ids.filter(Result.isSuccess).map(({ success }) => success))];
    const foundByFeed = yield* foundAt(known, startSec);
    const byFeed = new Map(
      yield* Effect.forEach(
        known,
        (feedId) =>
          Effect.fromResult(foundByFeed.get(feedId) ?? Result.fail(bug())).pipe(
            Effect.flatMap((found) => openingOf(feedId, { startSec, nowSec, found })),
            Effect.result,
            Effect.map((result) => [feedId, result] as const),
          ),
        { concurrency: "unbounded" },
      ),
    );
    return group.map((query, index): OpeningResult => {
      const id = ids[index];
      if (id === undefined || Result.isFailure(id)) return Result.fail(id?.failure ?? bug());
      const opening = byFeed.get(id.success) ?? Result.fail(bug());
      return Result.flatMap(opening, (found) =>
        Option.match(found, {
          onNone: (): OpeningResult => Result.fail(missing(query, nowSec)),
          onSome: (report): OpeningResult => {
            const { report: found, isLate } = report;
            return Result.succeed(reportTarget({ ...found, stream: streamOf(query) }, { isLate }));
          },
        }));
    });
  });

  return {
    groups: (queries) => [...Map.groupBy(queries, ({ window }) => window.startSec).values()],
    openings: (group) =>
      withinDeadline(openings(group), {
        provider: ORACLE,
        timeoutMs: ANSWER_TIMEOUT_MS,
      }).pipe(
        Effect.catch((failure: OpeningFailure) =>
          Effect.succeed(group.map((): OpeningResult => Result.fail(failure)))
        ),
      ),
  };
}

/** A query for the oracle always names a report; any other rule is a bug. */
function streamOf({ rule }: TargetQuery): OracleStream {
  if (rule.kind !== "report") throw new Error(`the oracle has no ${rule.kind}`);
  return rule.stream;
}

function bug(): ProviderFailed {
  const cause = new Error("a feed was not requested");
  return new ProviderFailed({ provider: ORACLE, reason: "unreadable", cause });
}

function missing({ asset, window }: TargetQuery, nowSec: number): PriceMissing {
  return new PriceMissing({
    asset,
    interval: window.interval,
    startSec: window.startSec,
    isPending: nowSec - window.startSec < SETTLED_AFTER_SEC,
  });
}
