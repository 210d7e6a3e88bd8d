/** Prices: exact numbers, the rules for a window's target, and the evidence for it. @module */
export * from "./agreement.ts";
export * from "./e18.ts";
export * from "./evidence.ts";
export * from "./live_opening.ts";
export * from "./observation.ts";
export * from "./oracle_source.ts";
export * from "./outcome.ts";
export * from "./published_price.ts";
export * from "./relay_point.ts";
export * from "./report.ts";
export * from "./target.ts";
export * from "./target_rule.ts";
export * from "./trade.ts";
export * from "./twap_window.ts";
