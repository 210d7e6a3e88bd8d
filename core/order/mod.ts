/** Orders on the primary venue, and the wallets that place them. @module */
export * from "./book.ts";
export * from "./entry_bucket.ts";
export * from "./entry_tier.ts";
export * from "./fee_room.ts";
export * from "./fixed_point.ts";
export * from "./funder.ts";
export * from "./order_state.ts";
export * from "./market_kind.ts";
export * from "./market_order.ts";
export * from "./order_amount.ts";
export * from "./readiness.ts";
export * from "./right.ts";
export * from "./order_outcome.ts";
export * from "./spending_limit.ts";
export * from "./tick.ts";
export * from "./wallet.ts";
