/** Paginated listings. @module */
export { makeCursors } from "./cursor.ts";
export { digestOf } from "./digest.ts";
