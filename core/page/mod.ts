/** Paginated listings. @module */
export { makeCursors } from "./cursor.ts";
export { digestOf } from "./digest.ts";
export { PAGE_LIMIT, parseLimit, parseList, parseWhole } from "./list_query.ts";
