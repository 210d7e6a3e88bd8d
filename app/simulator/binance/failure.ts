/**
 * The exchange's error answers, with the codes and texts of its documentation.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";

/** Returns an error answer of the exchange. */
export function failed(status: number, code: number, msg: string): Answer {
  return { status, body: { code, msg } };
}

/** The reasons to refuse a request. Each is an HTTP 400. */
export const refuse = {
  tooMany: (count: number) =>
    failed(400, -1101, `Too many parameters; expected '0' and received '${count}'.`),
  illegal: (name: string, legal: string) =>
    failed(
      400,
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '${legal}'.`,
    ),
  missing: (name: string) =>
    failed(
      400,
      -1102,
      `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
    ),
  unread: (read: number, sent: number) =>
    failed(
      400,
      -1104,
      `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`,
    ),
  empty: (name: string) => failed(400, -1105, `Parameter '${name}' was empty.`),
  interval: () => failed(400, -1120, "Invalid interval."),
  symbol: () => failed(400, -1121, "Invalid symbol."),
  span: (hours: number) =>
    failed(400, -1127, `More than ${hours} hours between startTime and endTime.`),
  combination: () => failed(400, -1128, "Combination of optional parameters invalid."),
  invalid: (name: string) => failed(400, -1130, `Data sent for parameter '${name}' is not valid.`),
  /** Futures only; spot answers an empty list. Reported by users of the real service. */
  startAfterEnd: () => failed(400, -1023, "Start time is greater than end time."),
} as const;

/** Returns the answer for an unknown path. */
export function unknownPath(method: string, path: string): Answer {
  return failed(404, -5000, `Path ${path}, Method ${method} is invalid`);
}

/** Returns the 429 for a minute's weight that is used up. */
export function weightUsedUp(limit: number, retryAfterSec: number): Answer {
  const msg = `Too much request weight used; current limit is ${limit} request weight per 1 ` +
    "MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.";
  return { ...failed(429, -1003, msg), headers: { "retry-after": String(retryAfterSec) } };
}

/** Returns the 429 for too many new WebSocket connections. */
export function tooManyConnections(retryAfterSec: number): Answer {
  const headers = { "retry-after": String(retryAfterSec) };
  return { ...failed(429, -1003, "Too many requests."), headers };
}

/** Returns the 418 for a client that kept sending after a 429. */
export function banned(untilMs: number, retryAfterSec: number): Answer {
  const msg = `Way too much request weight used; IP banned until ${untilMs}. Please use ` +
    "WebSocket Streams for live updates to avoid bans.";
  return { ...failed(418, -1003, msg), headers: { "retry-after": String(retryAfterSec) } };
}

const GEO_BLOCK = "Service unavailable from a restricted location according to 'b. Eligibility' " +
  "in https://www.binance.com/en/terms. Please contact customer service if you believe you " +
  "received this message in error.";

/** Returns the exchange's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  if (status === 451) return failed(451, 0, GEO_BLOCK);
  if (status === 429 || status === 418) {
    const headers = { "retry-after": "1" };
    return { ...failed(status, -1003, "Too many requests."), headers };
  }
  if (status === 503) return failed(503, -1008, "Server is currently overloaded.");
  return failed(status, -1000, "An unknown error occurred while processing the request.");
}
