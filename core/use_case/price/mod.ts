/** Prices to beat and what they resolve to. @module */
export { type ActiveTarget, activeTargets } from "./active_targets.ts";
export { backfill } from "./backfill.ts";
export { type BackfillProgress, missingCount } from "./backfill_progress.ts";
export { dayWindows } from "./day_windows.ts";
export { exchangePoints } from "./exchange_points.ts";
export {
  FINALIZE_TARGETS,
  finalizeProvisional,
  finalizeTargets,
  type RetryPlan,
} from "./finalize_targets.ts";
export { HistoryCache, layerHistoryCache } from "./history_cache.ts";
export type { RequestedRange } from "./opened_range.ts";
export { nowSec } from "./opened_window.ts";
export { RangeBudget, withinOneBudget } from "./range_budget.ts";
export { targetAt } from "./target_at.ts";
export { targetBatch } from "./target_batch.ts";
export {
  layerTargetCache,
  TargetCache,
  type TargetCounts,
  type TargetResult,
} from "./target_cache.ts";
export { keyOfId, type KnownTarget, makeTargetMemory } from "./target_memory.ts";
export { type RangeTarget, targetRange } from "./target_range.ts";
export { makeUnstoredTargets } from "./unstored_targets.ts";
export { shareTargets } from "./share_targets.ts";
export { targetQuery } from "./target_query.ts";
export { type WindowOutcome, windowOutcomes, type WindowOutcomesQuery } from "./window_outcomes.ts";
export {
  refuseTooManyResolutions,
  type ResolutionResult,
  RESOLUTIONS_MAX,
  windowResolutions,
} from "./window_resolutions.ts";
