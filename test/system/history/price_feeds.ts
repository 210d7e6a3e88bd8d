/** The questions that a replica asks providers, answered from the world's truth. @module */
import { Effect, Result } from "effect";
import {
  type OpeningResult,
  type PriceFeed,
  type PriceFeeds,
  PriceMissing,
} from "../../../core/port/price_feed.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  mayHavePrice,
  reportTarget,
  type Target,
  type TargetQuery,
} from "../../../core/price/mod.ts";
import { joinOracleFeeds } from "../../../core/use_case/live/mod.ts";
import { type Caller, type Ground, SPEED } from "./ground.ts";
import { exchangeTarget, observedSecOf, publishedAs, reportAt } from "../../stage/truth.ts";
import type { Provider } from "../../../core/market/mod.ts";

/** An adapter gives a question up after 10 s of machine time. */
const DEADLINE_MS = 10_000 * SPEED;
const SITE_AFTER_SEC = 3;
const TRADED_AFTER_SEC = 6;
const REPORTED_AFTER_SEC = 2;

type Groups = ReadonlyArray<ReadonlyArray<TargetQuery>>;

/** The sources of one process. */
export function makeFeeds(ground: Ground, caller: Caller) {
  /** Windows with the same start go together, as the oracle answers them. */
  const groups = (queries: ReadonlyArray<TargetQuery>): Groups => [
    ...Map.groupBy(queries, ({ window }) => window.startSec).values(),
  ];

  const ask = (provider: Provider, answer: () => ReadonlyArray<OpeningResult>, size: number) =>
    Effect.suspend(() => {
      const state = ground.conditions[provider];
      const thereMs = ground.chance.within(20, 300);
      const slowMs = ground.chance.within(1_000, DEADLINE_MS);
      const backMs = { answers: thereMs, fails: thereMs, slow: slowMs, silent: DEADLINE_MS }[state];
      const refuse = () => {
        const cause = "staged";
        const reason = state === "silent" ? "timeout" : "unreachable";
        const failure = Result.fail(new ProviderFailed({ provider, reason, cause }));
        return Array.from({ length: size }, () => failure);
      };
      const work = Effect.sync(() => state === "fails" || state === "silent" ? refuse() : answer());
      return ground.call(work, { thereMs, backMs }, caller);
    });

  /** A feed that has a price once `ageSec` have passed since the window's start, or its end. */
  const feedOf = (
    { provider, has, target }: {
      readonly provider: Provider;
      readonly has: (query: TargetQuery, nowSec: number) => boolean;
      readonly target: (query: TargetQuery, nowMs: number) => Target;
    },
  ): PriceFeed => ({
    groups,
    openings: (group) =>
      ask(provider, () =>
        group.map((query): OpeningResult => {
          const { asset, window: { interval, startSec } } = query;
          return has(query, ground.nowSec)
            ? Result.succeed(target(query, ground.time.nowMs))
            : Result.fail(new PriceMissing({ asset, interval, startSec, isPending: true }));
        }), group.length),
  });

  const report = feedOf({
    provider: "oracle",
    has: ({ window }, nowSec) => nowSec >= observedSecOf(window.startSec) + REPORTED_AFTER_SEC,
    target: ({ asset, window }) =>
      reportTarget(reportAt(asset, observedSecOf(window.startSec)), { isLate: false }),
  });
  const site = feedOf({
    provider: "oracle",
    has: ({ window }, nowSec) => nowSec >= window.startSec + SITE_AFTER_SEC,
    target: (query, nowMs) => publishedAs("venue_site", query, nowMs),
  });
  const metadata = feedOf({
    provider: "oracle",
    has: (query, nowSec) => mayHavePrice("metadata", query, nowSec),
    target: (query, nowMs) => publishedAs("venue_metadata", query, nowMs),
  });
  const exchange = feedOf({
    provider: "exchange",
    has: ({ window }, nowSec) => nowSec >= window.startSec + TRADED_AFTER_SEC,
    target: exchangeTarget,
  });
  const { hasReports } = ground.plan;
  const oracle = (sleepMs: (ms: number) => Effect.Effect<void>) =>
    joinOracleFeeds({
      sources: [
        ...hasReports ? [{ source: "report", feed: report } as const] : [],
        { source: "site", feed: site },
        { source: "metadata", feed: metadata },
      ],
      off: undefined,
      sleepMs,
    });
  return {
    metadata,
    exchange,
    pricesOf: (sleepMs: (ms: number) => Effect.Effect<void>): PriceFeeds["Service"] => ({
      oracle: oracle(sleepMs),
      exchange,
    }),
  };
}
