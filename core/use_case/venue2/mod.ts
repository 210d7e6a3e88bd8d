/** Outcome markets of the second venue. @module */
export { layerOutcomeMarketCache, OutcomeMarketCache } from "./outcome_market_cache.ts";
export {
  keepOutcomeMarkets,
  OUTCOME_MARKET_JOB,
  refreshOutcomeMarkets,
} from "./outcome_market_job.ts";
export {
  activeOutcomeTargets,
  OutcomeMarketUnknown,
  type OutcomeTarget,
  outcomeTargetsAt,
} from "./outcome_targets.ts";
export { type OutcomeMarketSource, shareOutcomeMarkets } from "./shared_outcome_markets.ts";
export { tradeOriginOf, Venue2 } from "./venue2.ts";
