/** The same window elsewhere: its legs at several venues, and how far apart they are. @module */
export { countAgreement, type LegAgreement } from "./agreement.ts";
export { ASKED_AFTER_END_MS, nextAskMs } from "./ask_schedule.ts";
export { basisOf } from "./basis.ts";
export {
  chainedTarget,
  COMPARABLES,
  isDisputed,
  type Leg,
  LEG_TARGET_STATES,
  legOf,
  type LegSeries,
  OUTCOME_STATES,
  RULE_METHODS,
} from "./leg.ts";
export {
  isDecided,
  LEG_VENUES,
  type LegId,
  legKey,
  type LegMarket,
  type LegRecord,
  type LegVenueCode,
  MARKET_STAGES,
  type MarketStage,
  mergeLeg,
  wasReadOver,
} from "./leg_market.ts";
export { PRIMARY_VENUE, primaryLeg } from "./primary_leg.ts";
