/** Taker fees: which rule applies to an event, and what a trade costs under it. @module */
export { AMOUNT_MAX, AMOUNT_MIN } from "./amount.ts";
export { DECIMAL_CHARS_MAX, formatDecimal, parseDecimal } from "./decimal.ts";
export {
  configOfRule,
  configOfSchedule,
  FEE_SOURCES,
  type FeeConfig,
  FeeScheduleUnusable,
} from "./fee_config.ts";
export { estimateFlatFee, type FlatEstimate, type FlatFee, flatFee } from "./flat_estimate.ts";
export {
  estimateLegacyFee,
  LEGACY_FEE_MIN_USDC,
  type LegacyEstimate,
  type LegacyTerms,
} from "./legacy_estimate.ts";
export {
  compareRatios,
  minus,
  ONE,
  over,
  plus,
  power,
  type Ratio,
  times,
  toRatio,
} from "./ratio.ts";
export { roundRatio } from "./rounding.ts";
export { feeRuleFor, rulesInForce } from "./rule.ts";
export { type PublishedFee, publishedFee } from "./schedule.ts";
export {
  type ExactAmounts,
  type Side,
  SIDES,
  type Trade,
  tradeOf,
  tradeOfAmounts,
} from "./trade.ts";
export {
  ceilDivision,
  ceilTo,
  floorE6,
  floorTo,
  fromE6,
  least,
  ONE_E6,
  toE6,
} from "./fixed_point.ts";
