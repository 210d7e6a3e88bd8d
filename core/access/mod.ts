/** Access control: accounts, API keys, scopes and rate limits. @module */
export * from "./account.ts";
export * from "./api_key.ts";
export * from "./quota.ts";
export * from "./scope.ts";
