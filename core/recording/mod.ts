/** What is recorded of providers, and which seconds of a day it has. @module */
export { type Feed, FEEDS, type Received, RECEIVED_KINDS, type ReceivedKind } from "./received.ts";
export { readReceivedLine, receivedLine } from "./received_line.ts";
export { type DaySeconds, makeDaySeconds } from "./day_seconds.ts";
