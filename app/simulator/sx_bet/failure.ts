/**
 * Error answers of SX Bet: its envelope with `failure`.
 *
 * The real texts were not observed.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "Bad request"],
  [404, "Not found"],
  [429, "Too many requests"],
  [502, "Bad gateway"],
  [503, "Service unavailable"],
]);

/** Returns the platform's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return failed(status, TEXT.get(status) ?? "Internal server error");
}

/** Returns a failure with its reason. */
export function failed(status: number, message: string): Answer {
  return { status, body: { status: "failure", message } };
}

/** Returns a success. */
export function succeeded(data: unknown): Answer {
  return { status: 200, body: { status: "success", data } };
}
