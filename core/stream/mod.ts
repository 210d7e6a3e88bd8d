/** The live stream: its topics, its events, and the order in which they are published. @module */
export * from "./event.ts";
export * from "./replay_limit.ts";
export * from "./report_order.ts";
export * from "./target_order.ts";
export * from "./topic.ts";
