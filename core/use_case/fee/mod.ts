/** What a trade in an event costs. @module */
export {
  eventFee,
  type EventFeeEstimate,
  type EventFeeFacts,
  flatFeeEstimate,
  legacyFeeEstimate,
} from "./event_fees.ts";
