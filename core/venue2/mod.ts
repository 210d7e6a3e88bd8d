/** The outcome markets of the secondary venue: how their descriptions are read. @module */
export * from "./description.ts";
export * from "./minute_stamp.ts";
