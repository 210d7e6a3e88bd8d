/**
 * Error answers of the venue's site and of its data API.
 *
 * Only their statuses were seen: the words are ours.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "bad request"],
  [404, "not found"],
  [429, "too many requests"],
  [502, "bad gateway"],
  [503, "service unavailable"],
]);

/** What they send with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  return failed(status, TEXT.get(status) ?? "internal server error");
}

/** A failure, and why. */
export function failed(status: number, error: string): Answer {
  return { status, body: { error } };
}
