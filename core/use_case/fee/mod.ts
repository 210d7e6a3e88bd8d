/** What a trade in an event costs. @module */
export {
  eventFee,
  type EventFeeEstimate,
  flatFeeEstimate,
  legacyFeeEstimate,
} from "./event_fees.ts";
