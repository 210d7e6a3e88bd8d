/** Instants, calendar days, time zones, and US Eastern time, which markets follow. @module */
export * from "./calendar_day.ts";
export * from "./eastern_day.ts";
export * from "./local_day.ts";
export * from "./range.ts";
export * from "./unix.ts";
export * from "./us_eastern.ts";
