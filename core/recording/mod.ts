/** What is recorded of providers, and which seconds of a day it has. @module */
export { type Feed, FEEDS, type Received, RECEIVED_KINDS } from "./received.ts";
export { readReceivedLine, receivedLine } from "./received_line.ts";
export { makeDaySeconds } from "./day_seconds.ts";
export {
  type AnyRow,
  type ColumnKind,
  EXPORTED_TABLE_NAMES,
  EXPORTED_TABLES,
  type ExportedRow,
  type ExportedTable,
  fitsColumn,
} from "./exported_table.ts";
