/**
 * Error answers of the venue's site and of its data API.
 *
 * Only the statuses were observed: the texts are invented.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "bad request"],
  [404, "not found"],
  [429, "too many requests"],
  [502, "bad gateway"],
  [503, "service unavailable"],
]);

/** Returns the answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return failed(status, TEXT.get(status) ?? "internal server error");
}

/** Returns an error with its reason. */
export function failed(status: number, error: string): Answer {
  return { status, body: { error } };
}
