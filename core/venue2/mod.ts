/** The outcome markets of the secondary venue: parsing, naming and lookup. @module */
export * from "./description.ts";
export * from "./known_markets.ts";
export * from "./minute_stamp.ts";
export * from "./nearest.ts";
export * from "./network.ts";
export * from "./outcome_market.ts";
export * from "./period.ts";
export * from "./side.ts";
export * from "./trade_reference.ts";
export * from "./trade_slug.ts";
