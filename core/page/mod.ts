/** Paginated listings. @module */
export { makeCursors } from "./cursor.ts";
export { digestOf } from "./digest.ts";
export { PAGE_LIMIT, parseList, parseWhole } from "./list_query.ts";
