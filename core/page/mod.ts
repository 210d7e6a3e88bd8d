/** Listings that are given by pages. @module */
export * from "./cursor.ts";
export * from "./digest.ts";
