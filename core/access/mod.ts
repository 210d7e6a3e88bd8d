/** Who may ask, and how often. @module */
export * from "./quota.ts";
