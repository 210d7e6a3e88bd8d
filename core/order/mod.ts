/** Orders on the primary venue, and the wallets they are placed from. @module */
export * from "./funder.ts";
export * from "./wallet.ts";
