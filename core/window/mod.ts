/** Windows as bots see them: target, price, market, quotes and end in one object. @module */
export { settlingSource } from "./settling_source.ts";
export { type WindowMarket, windowMarketOf } from "./window_market.ts";
export {
  composeWindow,
  type FoundTarget,
  type LiveNumber,
  PRICE_AGE_MS_MAX,
  PRICE_STATES,
  type QuotedLevel,
  renewWindow,
  type SourcedNumber,
  TARGET_STATES,
  type TokenQuote,
  type WindowParts,
  type WindowResolution,
  type WindowState,
} from "./window_state.ts";
