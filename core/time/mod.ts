/** Instants, calendar days, time zones, and the one that markets follow. @module */
export * from "./calendar_day.ts";
export * from "./eastern_day.ts";
export * from "./local_day.ts";
export * from "./range.ts";
export * from "./unix.ts";
export * from "./us_eastern.ts";
