/** Prices: exact numbers, which of them is a window's target, and what proves it. @module */
export * from "./e18.ts";
export * from "./evidence.ts";
export * from "./outcome.ts";
export * from "./target.ts";
export * from "./target_rule.ts";
