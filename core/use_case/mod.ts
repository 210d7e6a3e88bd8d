/** What the service does: one function a question or an order, over the ports. @module */
export * from "./active_targets.ts";
export * from "./backfill.ts";
export * from "./day_windows.ts";
export * from "./exchange_points.ts";
export * from "./history_book.ts";
export * from "./opened_window.ts";
export * from "./range_budget.ts";
export * from "./record_openings.ts";
export * from "./target_at.ts";
export * from "./target_batch.ts";
export * from "./target_book.ts";
export * from "./target_memory.ts";
export * from "./target_range.ts";
export * from "./venue.ts";
export * from "./window_closes.ts";
