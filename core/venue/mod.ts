/** Events and markets of the primary venue, as its catalog lists them. @module */
export * from "./condition_id.ts";
export * from "./event.ts";
export * from "./fee_schedule.ts";
export * from "./market_reference.ts";
export * from "./position_id.ts";
export * from "./protocol.ts";
export * from "./resolution.ts";
