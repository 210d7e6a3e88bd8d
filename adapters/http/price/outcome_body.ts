/**
 * Finds the outcomes of windows and writes them as `outcomeMeta`.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { e18ToNumber } from "../../../core/price/mod.ts";
import {
  type ResolutionResult,
  type WindowOutcome,
  windowOutcomes,
  type WindowOutcomesQuery,
  windowResolutions,
} from "../../../core/use_case/price/mod.ts";
import { agreesWith, type Resolution } from "../../../core/venue/mod.ts";
import type { OutcomeDetail } from "./outcome_detail.ts";
import { NOT_FETCHED } from "./price_body.ts";
import type { OutcomeMetaWire } from "./wire_outcome_meta.ts";

type OutcomeMeta = typeof OutcomeMetaWire.static;

const NOTHING = { metas: [], leftCount: 0, isCached: true } as const;

/** Returns one `{ outcomeMeta }` per window, in order; none if the caller asked for none. */
export const outcomeBodies = Effect.fnUntraced(function* (
  detail: OutcomeDetail,
  query: WindowOutcomesQuery,
) {
  if (detail === "nothing") return NOTHING;
  const windows = query.targets.map(({ window }) => window);
  const [ended, resolved] = yield* Effect.all([
    windowOutcomes(query),
    detail === "resolution"
      ? windowResolutions({ asset: query.asset, windows })
      : Effect.succeed({ results: undefined, leftCount: 0, isCached: true }),
  ], { concurrency: 2 });
  const metas = ended.outcomes.map((outcome, index) => ({
    outcomeMeta: {
      ...outcomeBody(outcome),
      ...(resolved.results === undefined
        ? {}
        : resolutionBody(resolved.results[index] ?? Option.none(), outcome)),
    },
  }));
  return {
    metas,
    leftCount: ended.leftCount + resolved.leftCount,
    isCached: ended.isCached && resolved.isCached,
  };
});

/** Writes an outcome as far as it is known. */
export function outcomeBody({ closeE18, outcome, isFinal }: WindowOutcome): OutcomeMeta {
  return {
    closePrice: Option.getOrNull(Option.map(closeE18, e18ToNumber)),
    outcome: Option.getOrNull(outcome),
    final: isFinal,
  };
}

/** Writes the resolution. `resolutionError` says why there is none, unless the venue has none. */
function resolutionBody(
  result: Option.Option<ResolutionResult>,
  outcome: WindowOutcome,
): Pick<OutcomeMeta, "resolution" | "resolutionError"> {
  if (Option.isNone(result)) return { resolution: null, resolutionError: NOT_FETCHED };
  if (Result.isFailure(result.value)) {
    return { resolution: null, resolutionError: result.value.failure.message };
  }
  const resolution = Option.map(
    result.value.success,
    (found) => venueResolutionBody(found, outcome),
  );
  return { resolution: Option.getOrNull(resolution) };
}

function venueResolutionBody(resolution: Resolution, { outcome }: WindowOutcome) {
  const { status, payoutsE6, reporter, resolvedAtMs } = resolution;
  return {
    status,
    payouts: Option.getOrNull(Option.map(payoutsE6, (payouts) => payouts.map(Number))),
    reporter: Option.getOrNull(reporter),
    resolvedAt: Option.getOrNull(Option.map(resolvedAtMs, (ms) => new Date(ms).toISOString())),
    agrees: Option.getOrNull(agreesWith(resolution, outcome)),
  };
}
