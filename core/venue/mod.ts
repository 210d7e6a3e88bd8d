/** Events and markets of the primary venue, as its own catalog lists them. @module */
export * from "./event.ts";
export * from "./fee_schedule.ts";
export * from "./protocol.ts";
