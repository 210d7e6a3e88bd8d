/**
 * One feed of the oracle's prices over all the sources that have them.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { ASSETS } from "../market/mod.ts";
import {
  type OpeningFailure,
  type OpeningResult,
  type PriceFeed,
  PriceMissing,
  ProviderFailed,
  type ProviderOff,
} from "../port/mod.ts";
import {
  chooseTarget,
  isLateSource,
  mayKnow,
  ORACLE_SOURCES,
  type OracleSource,
  type SourcedTarget,
  targetKey,
  type TargetQuery,
} from "../price/mod.ts";

/** One source, and the feed that speaks to it. */
export interface SourcedFeed {
  readonly source: OracleSource;
  readonly feed: PriceFeed;
}

/** The sources that are set up. */
export interface OracleFeeds {
  readonly sources: ReadonlyArray<SourcedFeed>;
  /** Why there are no signed reports, where there are none. */
  readonly off: ProviderOff | undefined;
  /** Waits in machine time: a network does not run faster with the service's clock. */
  readonly sleepMs: (ms: number) => Effect.Effect<void>;
}

type Queries = ReadonlyArray<TargetQuery>;
/** What each source said of a window, by the window's key. */
type Answers = ReadonlyMap<string, Array<SourcedResult>>;
type FeedBySource = ReadonlyMap<OracleSource, PriceFeed>;

interface SourcedResult {
  readonly source: OracleSource;
  readonly result: OpeningResult;
}

/**
 * Who is asked together, and then who is asked for what those before have not: the oracle's own
 * numbers, then what the venue publishes. Of a window that has ended the metadata say all that the
 * site says, and finally, for many windows a call.
 */
const ROUNDS: ReadonlyArray<{
  readonly sources: ReadonlyArray<OracleSource>;
  /** In machine time. Together they are below the 10 s in which a caller is answered. */
  readonly waitMsMax: number;
}> = [
  { sources: ["report", "relay"], waitMsMax: 5_000 },
  { sources: ["metadata"], waitMsMax: 2_500 },
  { sources: ["site"], waitMsMax: 1_500 },
];
const YOUNG_SEC = 120;
const SITE_RETRY_SEC = 5;
/** A page of history takes longer, and whoever wants it has a budget of their own. */
const BULK_WAIT_MS_MAX = 60_000;
/** Windows of one second are one of each asset. */
const BULK_ABOVE = ASSETS.length;

/**
 * Joins them. The answer depends on what the sources say and on nothing else: all of a round are
 * waited for, whichever replies first, and one that fails hides no other's answer. A source that
 * may still bring a better price ("not published yet") is waited for as well. One that does not
 * reply within its time has failed: callers wait for all of them together.
 */
export function joinOracleFeeds({ sources, off, sleepMs }: OracleFeeds): PriceFeed {
  const feedOf: FeedBySource = new Map(sources.map(({ source, feed }) => [source, feed]));

  /** Notes what the source says as soon as it says it: the others may take too long. */
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
          // A mistake in one source must not cost the answers of the others.
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
        queries: open.filter((query) => mayKnow(source, query, nowSec)),
      }));
      yield* Effect.forEach(asked, ({ source, queries }) => ask(source, { queries, answers }), {
        concurrency: "unbounded",
        discard: true,
      }).pipe(Effect.raceFirst(sleepMs(isBulk ? BULK_WAIT_MS_MAX : round.waitMsMax)));
      for (const { source, queries } of asked) {
        if (feedOf.has(source)) noteSilence(source, { queries, answers, nowSec });
      }
    }
  });

  const openings = Effect.fn("oracle.openings")(function* (group: Queries) {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const answers: Answers = new Map(group.map((query) => [targetKey(query), []]));
    yield* askRounds(group, { answers, nowSec });
    return group.map((query) => {
      const said = answers.get(targetKey(query)) ?? [];
      return resultOf(query, { said, nowSec, off });
    });
  });

  return { groups: (queries) => groupsOf(feedOf, queries), openings };
}

function brokenBy(cause: unknown): ProviderFailed {
  return new ProviderFailed({ provider: "oracle", reason: "unreadable", cause });
}

/** Who was asked and did not answer in time has failed. */
function noteSilence(
  source: OracleSource,
  { queries, answers, nowSec }: {
    readonly queries: Queries;
    readonly answers: Answers;
    readonly nowSec: number;
  },
): void {
  for (const query of queries) {
    const said = answers.get(targetKey(query));
    if (said === undefined || said.some((one) => one.source === source)) continue;
    const failure = source === "site" ? queued(query, nowSec) : new ProviderFailed({
      provider: "oracle",
      reason: "timeout",
      cause: new Error(`the ${source} took too long`),
    });
    said.push({ source, result: Result.fail(failure) });
  }
}

/** The site is asked for one window in 5 s. Of a young one nobody expects that it is done yet. */
function queued({ asset, window }: TargetQuery, nowSec: number): OpeningFailure {
  const { interval, startSec } = window;
  if (nowSec - startSec < YOUNG_SEC) {
    return new PriceMissing({ asset, interval, startSec, isPending: true });
  }
  return new ProviderFailed({
    provider: "venue site",
    reason: "limited",
    retryAfterSec: SITE_RETRY_SEC,
    cause: new Error("other windows are before this one"),
  });
}

/**
 * Whether somebody else is to be asked: nobody has an answer, and none of the oracle's own numbers
 * may still come. What the metadata have not yet, the site may have.
 */
function isOpen(said: ReadonlyArray<SourcedResult>): boolean {
  return said.every(({ source, result }) =>
    Result.isFailure(result) && (source === "metadata" || !isPending(result.failure))
  );
}

function isPending(failure: OpeningFailure): boolean {
  return failure._tag === "PriceMissing" && failure.isPending;
}

/** A source on the venue's side names a price this long after the start, if nobody else does. */
const PUBLISHED_AFTER_SEC = 5;

function resultOf(
  { asset, window }: TargetQuery,
  { said, nowSec, off }: {
    readonly said: ReadonlyArray<SourcedResult>;
    readonly nowSec: number;
    readonly off: ProviderOff | undefined;
  },
): OpeningResult {
  const found = said.flatMap(({ source, result }): ReadonlyArray<SourcedTarget> =>
    Result.isSuccess(result) ? [{ source, target: result.success }] : []
  );
  const target = chooseTarget(found);
  // The second itself, if it still comes, is better than one that stands in for it.
  const isEarly = target !== undefined && isLateSource(target.source) &&
    said.some(({ result }) => Result.isFailure(result) && isPending(result.failure));
  if (target !== undefined && !isEarly) return Result.succeed(target);
  const worst = said
    .toSorted((a, b) => ORACLE_SOURCES.indexOf(a.source) - ORACLE_SOURCES.indexOf(b.source))
    .flatMap(({ result }) => Result.isFailure(result) ? [result.failure] : [])
    .toSorted((a, b) => weightOf(a) - weightOf(b))[0];
  if (worst?._tag === "ProviderFailed" && off !== undefined) {
    return Result.fail(withBetterSetting(worst, off.setting));
  }
  if (worst !== undefined) return Result.fail(worst);
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

/** What a caller is told first: that a price may still come, or that it was not to be asked for. */
function weightOf(failure: OpeningFailure): number {
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
 * Windows that begin together are one question to the oracle. Without it, the metadata answer for
 * what has ended, in groups of their own.
 */
function groupsOf(feedOf: FeedBySource, queries: Queries): ReadonlyArray<Queries> {
  const report = feedOf.get("report");
  if (report !== undefined) return report.groups(queries);
  return feedOf.get("metadata")?.groups(queries) ?? byStart(queries);
}

function byStart(queries: Queries): ReadonlyArray<Queries> {
  return [...Map.groupBy(queries, ({ window }) => window.startSec).values()];
}
