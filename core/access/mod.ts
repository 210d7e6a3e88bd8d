/** Who may ask for what, and how often. @module */
export * from "./account.ts";
export * from "./api_key.ts";
export * from "./quota.ts";
export * from "./scope.ts";
