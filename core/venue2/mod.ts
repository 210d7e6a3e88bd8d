/** The outcome markets of the secondary venue: parsing, naming and lookup. @module */
export { type Description, parseDescription } from "./description.ts";
export {
  type KnownMarkets,
  marketsOf,
  newMarkets,
  NO_MARKETS,
  withMarkets,
} from "./known_markets.ts";
export { parseMinuteStamp, toMinuteStamp } from "./minute_stamp.ts";
export { distanceSec, type MarketDistance, nearestMarkets } from "./nearest.ts";
export { type Network, TRADE_ORIGIN } from "./network.ts";
export {
  isDuring,
  type ListedOutcome,
  MARKET_CLASS,
  type OutcomeMarket,
  type OutcomeSkipped,
  questionOf,
  readOutcomeMarket,
  targetE18Of,
} from "./outcome_market.ts";
export { parsePeriod } from "./period.ts";
export { parseCoin, type Side, type SideIndex, sideNumber } from "./side.ts";
export { parseTradeReference, type TradeReference } from "./trade_reference.ts";
export {
  formatTradeSlug,
  isSlugOf,
  parseTradeSlug,
  type TradeSlug,
  tradeSlugOf,
} from "./trade_slug.ts";
