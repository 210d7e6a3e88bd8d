/** Taker fees: which rule applies to an event, and what a trade costs under it. @module */
export * from "./amount.ts";
export * from "./decimal.ts";
export * from "./fee_config.ts";
export * from "./flat_estimate.ts";
export * from "./legacy_estimate.ts";
export * from "./ratio.ts";
export * from "./rounding.ts";
export * from "./rule.ts";
export * from "./schedule.ts";
export * from "./trade.ts";
