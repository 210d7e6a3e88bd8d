/** Paginated listings. @module */
export * from "./cursor.ts";
export * from "./digest.ts";
