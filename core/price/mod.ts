/** Prices: exact numbers, the rules for a window's target, and the evidence for it. @module */
export { agree } from "./agreement.ts";
export { e18ToNumber, formatE18, parseE18 } from "./e18.ts";
export {
  type Dispute,
  type Evidence,
  type ExchangeMarket,
  ORACLE_SOURCES,
  type OracleSource,
  withDisputes,
} from "./evidence.ts";
export {
  type HourRollover,
  type LiveOpening,
  openedByPrice,
  openedByRollover,
} from "./live_opening.ts";
export { instantOf, knownInstant } from "./number_instant.ts";
export type { OraclePrice } from "./oracle_price.ts";
export {
  chooseTarget,
  disputeOf,
  mayHavePrice,
  oracleSourceOf,
  type SourcedTarget,
} from "./oracle_source.ts";
export { type Outcome, outcomeOf } from "./outcome.ts";
export { publishedTarget } from "./published_price.ts";
export { type RelayPoint, relayTarget } from "./relay_point.ts";
export { type Report, reportTarget } from "./report.ts";
export {
  isExact,
  isLateSource,
  isProvisional,
  isRoundedSource,
  type Target,
  TARGET_SOURCES,
  targetKey,
  type TargetQuery,
  type TargetSource,
} from "./target.ts";
export {
  FIVE_MINUTE_TWAP_60_FROM_SEC,
  ORACLE_STREAMS,
  type OracleStream,
  streamOf,
  type TargetRule,
  targetRule,
} from "./target_rule.ts";
export { type Trade, tradeTarget } from "./trade.ts";
export {
  parseTwapWindow,
  TWAP_SERIES,
  TWAP_WINDOW_HINT,
  TWAP_WINDOW_SEC_DEFAULT,
  TWAP_WINDOWS_SEC,
  type TwapSeries,
  twapStreamOf,
  twapWindowOf,
  type TwapWindowSec,
} from "./twap_window.ts";
