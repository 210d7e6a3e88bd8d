/**
 * Error answers of SX Bet: its envelope with `failure`.
 *
 * Their words were not seen.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "Bad request"],
  [404, "Not found"],
  [429, "Too many requests"],
  [502, "Bad gateway"],
  [503, "Service unavailable"],
]);

/** What it sends with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  return failed(status, TEXT.get(status) ?? "Internal server error");
}

/** A failure, and why. */
export function failed(status: number, message: string): Answer {
  return { status, body: { status: "failure", message } };
}

/** What worked. */
export function succeeded(data: unknown): Answer {
  return { status: 200, body: { status: "success", data } };
}
