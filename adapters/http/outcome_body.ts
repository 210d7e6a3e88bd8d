/**
 * Finds how windows ended, and writes it as `outcomeMeta`.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { e18ToNumber } from "../../core/price/mod.ts";
import {
  type ResolutionResult,
  type WindowOutcome,
  windowOutcomes,
  type WindowOutcomesQuery,
  windowResolutions,
} from "../../core/use_case/mod.ts";
import { agreesWith, type Resolution } from "../../core/venue/mod.ts";
import type { OutcomeWish } from "./outcome_wish.ts";
import { NOT_FETCHED } from "./price_body.ts";

const NOTHING = { metas: [], leftCount: 0, isCached: true } as const;

/** One `{ outcomeMeta }` a window, in order; none where nothing is wanted. */
export const outcomeBodies = Effect.fnUntraced(function* (
  wish: OutcomeWish,
  query: WindowOutcomesQuery,
) {
  if (wish === "nothing") return NOTHING;
  const windows = query.targets.map(({ window }) => window);
  const [ended, told] = yield* Effect.all([
    windowOutcomes(query),
    wish === "resolution"
      ? windowResolutions({ asset: query.asset, windows })
      : Effect.succeed({ results: undefined, leftCount: 0, isCached: true }),
  ], { concurrency: 2 });
  const metas = ended.outcomes.map((outcome, index) => ({
    outcomeMeta: {
      ...outcomeBody(outcome),
      ...(told.results === undefined
        ? {}
        : resolutionBody(told.results[index] ?? Option.none(), outcome)),
    },
  }));
  return {
    metas,
    leftCount: ended.leftCount + told.leftCount,
    isCached: ended.isCached && told.isCached,
  };
});

function outcomeBody({ closeE18, outcome, isFinal }: WindowOutcome) {
  return {
    closePrice: Option.getOrNull(Option.map(closeE18, e18ToNumber)),
    outcome: Option.getOrNull(outcome),
    final: isFinal,
  };
}

/** `resolutionError` says why there is none, unless the venue has none. */
function resolutionBody(result: Option.Option<ResolutionResult>, outcome: WindowOutcome) {
  if (Option.isNone(result)) return { resolution: null, resolutionError: NOT_FETCHED };
  if (Result.isFailure(result.value)) {
    return { resolution: null, resolutionError: result.value.failure.message };
  }
  const resolution = Option.map(result.value.success, (told) => toldBody(told, outcome));
  return { resolution: Option.getOrNull(resolution) };
}

function toldBody(resolution: Resolution, { outcome }: WindowOutcome) {
  const { status, payoutsE6, reporter, resolvedAtMs } = resolution;
  return {
    status,
    payouts: Option.getOrNull(Option.map(payoutsE6, (payouts) => payouts.map(Number))),
    reporter: Option.getOrNull(reporter),
    resolvedAt: Option.getOrNull(Option.map(resolvedAtMs, (ms) => new Date(ms).toISOString())),
    agrees: Option.getOrNull(agreesWith(resolution, outcome)),
  };
}
