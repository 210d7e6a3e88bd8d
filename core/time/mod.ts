/** Instants, calendar days, and the one time zone that markets follow. @module */
export * from "./calendar_day.ts";
export * from "./range.ts";
export * from "./unix.ts";
export * from "./us_eastern.ts";
