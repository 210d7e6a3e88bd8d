/** The same window elsewhere: other venues' markets, followed, read and compared. @module */
export { legAgreement } from "./agreement.ts";
export { followLegs, makeLegWatch } from "./follow_legs.ts";
export { DAY_LANES, DAYS_WAITING_MAX, layerLegDays, LegDays } from "./leg_days.ts";
export { promptLegs } from "./prompt_legs.ts";
export { shareLegs } from "./share_legs.ts";
export { storeLegs } from "./store_legs.ts";
export { windowLegs } from "./window_legs.ts";
