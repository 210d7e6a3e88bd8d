/**
 * One price feed of the oracle that combines all its sources.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { ASSETS } from "../../market/mod.ts";
import {
  type OpeningFailure,
  type OpeningResult,
  type PriceFeed,
  PriceMissing,
} from "../../port/price_feed.ts";
import { ProviderFailed, type ProviderOff } from "../../port/provider_failure.ts";
import {
  chooseTarget,
  isLateSource,
  mayHavePrice,
  ORACLE_SOURCES,
  type OracleSource,
  type SourcedTarget,
  targetKey,
  type TargetQuery,
} from "../../price/mod.ts";

/** A source of oracle prices and its feed. */
export interface SourcedFeed {
  readonly source: OracleSource;
  readonly feed: PriceFeed;
}

/** The configured sources. */
export interface OracleFeeds {
  readonly sources: ReadonlyArray<SourcedFeed>;
  /** Why signed reports are off; undefined if they are on. */
  readonly off: ProviderOff | undefined;
  /** Sleeps in machine time: networks do not run faster with an accelerated service clock. */
  readonly sleepMs: (ms: number) => Effect.Effect<void>;
}

type Queries = ReadonlyArray<TargetQuery>;
/** The results of the sources for each window, by the window's key. */
type Answers = ReadonlyMap<string, Array<SourcedResult>>;
type FeedBySource = ReadonlyMap<OracleSource, PriceFeed>;

interface SourcedResult {
  readonly source: OracleSource;
  readonly result: OpeningResult;
}

/**
 * The rounds of requests. The sources of a round are asked in parallel; each later round is asked
 * only for windows still unanswered: first the oracle's numbers, then the venue's published prices.
 * For a window that has ended, the metadata contain what the site has, in final form and for many
 * windows per call.
 */
const ROUNDS: ReadonlyArray<{
  readonly sources: ReadonlyArray<OracleSource>;
  /** In machine time. The sum is below the 10 s limit for an answer. */
  readonly waitMsMax: number;
}> = [
  { sources: ["report", "relay"], waitMsMax: 5_000 },
  { sources: ["metadata"], waitMsMax: 2_500 },
  { sources: ["site"], waitMsMax: 1_500 },
];
const YOUNG_SEC = 120;
const SITE_RETRY_SEC = 5;
/** A page of history takes longer, and its callers limit their own time. */
const BULK_WAIT_MS_MAX = 60_000;
/** Larger groups are history: at one instant only one window per asset opens. */
const BULK_ABOVE = ASSETS.length;

/**
 * Combines the sources into one feed. The result depends only on the sources' answers, not on their
 * order: every round waits for all its sources, and a failing source does not hide another's
 * answer. A window also stays pending while a source may still publish a better price ("not
 * published yet"). A source that does not reply in time counts as failed, so that one slow source
 * does not block callers.
 */
export function joinOracleFeeds({ sources, off, sleepMs }: OracleFeeds): PriceFeed {
  const feedOf: FeedBySource = new Map(sources.map(({ source, feed }) => [source, feed]));

  /** Records each answer when it arrives, because the other groups may time out. */
  const ask = Effect.fnUntraced(function* (
    source: OracleSource,
    { queries, answers }: { readonly queries: Queries; readonly answers: Answers },
  ) {
    const feed = feedOf.get(source);
    if (feed === undefined || queries.length === 0) return;
    yield* Effect.forEach(
      feed.groups(queries),
      (group) =>
        feed.openings(group).pipe(
          // A defect in one source must not discard the answers of the others.
          Effect.catchDefect((defect) =>
            Effect.as(
              Effect.logError(`Cannot ask the ${source}`, defect),
              group.map((): OpeningResult => Result.fail(brokenBy(defect))),
            )
          ),
          Effect.map((results) => {
            for (const [index, query] of group.entries()) {
              const result = results[index];
              if (result !== undefined) answers.get(targetKey(query))?.push({ source, result });
            }
          }),
        ),
      { concurrency: "unbounded", discard: true },
    );
  });

  const askRounds = Effect.fnUntraced(function* (
    group: Queries,
    { answers, nowSec }: { readonly answers: Answers; readonly nowSec: number },
  ) {
    const isBulk = group.length > BULK_ABOVE;
    for (const round of ROUNDS) {
      const open = group.filter((query) => isOpen(answers.get(targetKey(query)) ?? []));
      const asked = round.sources.map((source) => ({
        source,
        queries: open.filter((query) => mayHavePrice(source, query, nowSec)),
      }));
      yield* Effect.forEach(asked, ({ source, queries }) => ask(source, { queries, answers }), {
        concurrency: "unbounded",
        discard: true,
      }).pipe(Effect.raceFirst(sleepMs(isBulk ? BULK_WAIT_MS_MAX : round.waitMsMax)));
      for (const { source, queries } of asked) {
        if (feedOf.has(source)) addTimeouts(source, { queries, answers, nowSec });
      }
    }
  });

  const openings = Effect.fn("oracle.openings")(function* (group: Queries) {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const answers: Answers = new Map(group.map((query) => [targetKey(query), []]));
    yield* askRounds(group, { answers, nowSec });
    return group.map((query) => {
      const answered = answers.get(targetKey(query)) ?? [];
      return resultOf(query, { answered, nowSec, off });
    });
  });

  return { groups: (queries) => groupsOf(feedOf, queries), openings };
}

function brokenBy(cause: unknown): ProviderFailed {
  return new ProviderFailed({ provider: "oracle", reason: "unreadable", cause });
}

/** Records a failure for every query that the source did not answer in time. */
function addTimeouts(
  source: OracleSource,
  { queries, answers, nowSec }: {
    readonly queries: Queries;
    readonly answers: Answers;
    readonly nowSec: number;
  },
): void {
  for (const query of queries) {
    const answered = answers.get(targetKey(query));
    if (answered === undefined || answered.some((one) => one.source === source)) continue;
    const failure = source === "site" ? queued(query, nowSec) : new ProviderFailed({
      provider: "oracle",
      reason: "timeout",
      cause: new Error(`the ${source} took too long`),
    });
    answered.push({ source, result: Result.fail(failure) });
  }
}

/** The failure of a query still queued for the site, which takes one window every 5 s. */
function queued({ asset, window }: TargetQuery, nowSec: number): OpeningFailure {
  const { interval, startSec } = window;
  if (nowSec - startSec < YOUNG_SEC) {
    return new PriceMissing({ asset, interval, startSec, isPending: true });
  }
  return new ProviderFailed({
    provider: "venue site",
    reason: "queued",
    retryAfterSec: SITE_RETRY_SEC,
    cause: new Error("other windows are ahead of this one in the queue"),
  });
}

/**
 * Returns whether the next round should be asked: no source has an answer, and none of the oracle's
 * numbers is pending. Pending metadata do not count, because the site may already have the price.
 */
function isOpen(answered: ReadonlyArray<SourcedResult>): boolean {
  return answered.every(({ source, result }) =>
    Result.isFailure(result) && (source === "metadata" || !isPending(result.failure))
  );
}

function isPending(failure: OpeningFailure): boolean {
  return failure._tag === "PriceMissing" && failure.isPending;
}

/** The venue's sources publish a price this long after the start, in seconds. */
const PUBLISHED_AFTER_SEC = 5;

function resultOf(
  { asset, window }: TargetQuery,
  { answered, nowSec, off }: {
    readonly answered: ReadonlyArray<SourcedResult>;
    readonly nowSec: number;
    readonly off: ProviderOff | undefined;
  },
): OpeningResult {
  const found = answered.flatMap(({ source, result }): ReadonlyArray<SourcedTarget> =>
    Result.isSuccess(result) ? [{ source, target: result.success }] : []
  );
  const target = chooseTarget(found);
  // While the exact second may still come, a late report must not replace it.
  const isEarly = target !== undefined && isLateSource(target.source) &&
    answered.some(({ result }) => Result.isFailure(result) && isPending(result.failure));
  if (target !== undefined && !isEarly) return Result.succeed(target);
  const failure = answered
    .toSorted((a, b) => ORACLE_SOURCES.indexOf(a.source) - ORACLE_SOURCES.indexOf(b.source))
    .flatMap(({ result }) => Result.isFailure(result) ? [result.failure] : [])
    .toSorted((a, b) => rankOf(a) - rankOf(b))[0];
  if (failure?._tag === "ProviderFailed" && off !== undefined) {
    return Result.fail(withBetterSetting(failure, off.setting));
  }
  if (failure !== undefined) return Result.fail(failure);
  const isYoung = nowSec - window.startSec < PUBLISHED_AFTER_SEC;
  if (off !== undefined && !isYoung) return Result.fail(off);
  const { interval, startSec } = window;
  return Result.fail(new PriceMissing({ asset, interval, startSec, isPending: isYoung }));
}

function withBetterSetting(
  { provider, reason, wanted, retryAfterSec, cause }: ProviderFailed,
  betterSetting: string,
): ProviderFailed {
  return new ProviderFailed({
    provider,
    reason,
    cause,
    betterSetting,
    ...(wanted === undefined ? {} : { wanted }),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  });
}

/** Ranks failures, the most useful one for a caller first: a price may still come. */
function rankOf(failure: OpeningFailure): number {
  if (isPending(failure)) return 0;
  switch (failure._tag) {
    case "ProviderFailed":
      return 1;
    case "PriceMissing":
      return 2;
    case "ProviderOff":
      return 3;
  }
}

/**
 * Groups queries. The oracle answers windows with the same start in one call. Without the oracle,
 * the metadata's groups apply.
 */
function groupsOf(feedOf: FeedBySource, queries: Queries): ReadonlyArray<Queries> {
  const report = feedOf.get("report");
  if (report !== undefined) return report.groups(queries);
  return feedOf.get("metadata")?.groups(queries) ?? byStart(queries);
}

function byStart(queries: Queries): ReadonlyArray<Queries> {
  return [...Map.groupBy(queries, ({ window }) => window.startSec).values()];
}
