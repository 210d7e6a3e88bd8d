/**
 * The targets that the venue's site shows while a window runs.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { type OpeningResult, type PriceFeed, PriceMissing } from "../../../core/port/price_feed.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { publishedTarget, targetKey, type TargetQuery } from "../../../core/price/mod.ts";
import { DAY_SEC } from "../../../core/time/mod.ts";
import { withinMachineTime } from "../../outbound/mod.ts";
import { makeSiteClient, type SiteOptions } from "./client.ts";
import { makeOpenPrices } from "./open_prices.ts";
import { isAwaited, type SiteAnswer } from "./answer_cache.ts";
import { siteKey, type SiteQuestion, siteQuestionOf } from "./site_question.ts";
import { VENUE_SITE } from "./http_failure.ts";

/** The site takes one call in 5 s, so callers do not wait for the end of a long queue. */
const ANSWER_TIMEOUT_MS = 6_000;
/** A window this young may still be queued. */
const YOUNG_MS = 120_000;
/** The site has no older prices. */
const REACH_MS = 30 * DAY_SEC * 1000;

/** The site's URL, and how long a caller waits. */
export interface SiteFeedOptions extends SiteOptions {
  /** Machine time; the request continues without its caller. Default: 6 s. */
  readonly answerTimeoutMs?: number;
}

/** A query of the port with the site's request; none if the site cannot answer it. */
interface Asked {
  readonly query: TargetQuery;
  readonly question: Option.Option<SiteQuestion>;
}

/**
 * Creates the feed. Create one per process: it keeps the pace for the life of the scope. Needs the
 * `ProviderWatch`.
 */
export const makePolymarketSiteFeed = Effect.fnUntraced(function* (options: SiteFeedOptions) {
  const timeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
  const prices = yield* makeOpenPrices(yield* makeSiteClient(options));

  /** None if the answer did not arrive in time. */
  const ask = (question: SiteQuestion): Effect.Effect<Option.Option<SiteAnswer>> =>
    withinMachineTime(prices.ask(question), {
      timeoutMs,
      onTimeout: () => "late" as const,
    }).pipe(Effect.catch(() => Effect.succeedNone));

  /** Answers windows that share one price. */
  const together = Effect.fnUntraced(function* (asked: ReadonlyArray<Asked>) {
    const nowMs = yield* Clock.currentTimeMillis;
    const open = asked.flatMap(({ question }) => Option.toArray(question))
      .filter(({ window }) => isWithinReach(window.startSec * 1000, nowMs))
      .toSorted((a, b) => a.window.endSec - b.window.endSec);
    const [shortest] = open;
    const answer = shortest === undefined ? Option.none() : yield* ask(shortest);
    return asked.map((each) => openingOf(each, answer, nowMs));
  });

  const openings = Effect.fn("site.openings")(function* (group: ReadonlyArray<TargetQuery>) {
    const results = new Map<string, OpeningResult>();
    yield* Effect.forEach(
      byPrice(group),
      (asked) =>
        Effect.map(together(asked), (answers) => {
          for (const [key, result] of answers) results.set(key, result);
        }),
      { concurrency: "unbounded", discard: true },
    );
    return group.map((query) => results.get(targetKey(query)) ?? missing(query, false));
  });

  return {
    groups: (queries) => byPrice(queries).map((asked) => asked.map(({ query }) => query)),
    openings,
  } satisfies PriceFeed;
});

function isWithinReach(startMs: number, nowMs: number): boolean {
  return startMs <= nowMs && nowMs - startMs <= REACH_MS;
}

/** Groups windows that begin in the same second under the same rule: they have the same price. */
function byPrice(queries: ReadonlyArray<TargetQuery>): ReadonlyArray<ReadonlyArray<Asked>> {
  const asked = queries.map((query) => ({ query, question: siteQuestionOf(query) }));
  const groups = Map.groupBy(
    asked,
    ({ query, question }) =>
      Option.match(question, { onNone: () => targetKey(query), onSome: siteKey }),
  );
  return [...groups.values()];
}

/** Returns the opening with the window's key. */
function openingOf(
  { query, question }: Asked,
  answer: Option.Option<SiteAnswer>,
  nowMs: number,
): readonly [key: string, result: OpeningResult] {
  const opening = (): OpeningResult => {
    if (Option.isNone(question)) return missing(query, false);
    const startMs = query.window.startSec * 1000;
    if (!isWithinReach(startMs, nowMs)) return missing(query, startMs > nowMs);
    if (Option.isNone(answer)) {
      return nowMs - startMs < YOUNG_MS ? missing(query, true) : Result.fail(NOT_ITS_TURN);
    }
    const { result, atMs } = answer.value;
    return Result.flatMap(
      result,
      Option.match({
        onNone: (): OpeningResult => missing(query, isAwaited(query, atMs)),
        onSome: (priceE18): OpeningResult =>
          Result.succeed(publishedTarget({ source: "venue_site", priceE18, receivedAtMs: atMs })),
      }),
    );
  };
  return [targetKey(query), opening()];
}

/** The request is queued or was dropped, which says nothing about the price. */
const NOT_ITS_TURN = new ProviderFailed({
  provider: VENUE_SITE,
  reason: "queued",
  retryAfterSec: 5,
  cause: new Error("other windows are queued before this one"),
});

function missing({ asset, window }: TargetQuery, isPending: boolean): OpeningResult {
  const { interval, startSec } = window;
  return Result.fail(new PriceMissing({ asset, interval, startSec, isPending }));
}
