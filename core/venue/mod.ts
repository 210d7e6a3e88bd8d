/** Events and markets of the primary venue, as its catalog lists them. @module */
export { type ConditionId, parseConditionId } from "./condition_id.ts";
export {
  describeEvent,
  type EventReference,
  type ListedMarket,
  type UnreadableMarket,
  type VenueEvent,
  type VenueMarket,
  type VenueOutcome,
  type VenueTag,
} from "./event.ts";
export type { FeeSchedule, MarketFee } from "./fee_schedule.ts";
export {
  type MarketReference,
  type PageContext,
  parseEventReference,
  parseMarketReference,
} from "./market_reference.ts";
export { parsePositionId } from "./position_id.ts";
export {
  agreedProtocol,
  describeProtocol,
  type Protocol,
  type ProtocolClaims,
  protocolOf,
  PROTOCOLS,
  type StatedProtocol,
} from "./protocol.ts";
export {
  agreesWith,
  areUpAndDown,
  finalOf,
  type FinalResolution,
  paidOutcome,
  type Resolution,
  RESOLUTION_STATUSES,
  WHOLE_PAYOUT_E6,
} from "./resolution.ts";
export { describeRegion, type SeenRegion } from "./seen_region.ts";
export { upDownMarketOf } from "./up_down_market.ts";
export { PAGE_SHAPES } from "./venue_page.ts";
export { toVenueSlug } from "./venue_slug.ts";
