/**
 * Error answers of the venue's site.
 *
 * Only the statuses were observed: the texts are invented.
 *
 * @module
 */
import { type Answer, reasonPhrase } from "../../kit/answer.ts";

/** Returns the answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return failed(status, reasonPhrase(status).toLowerCase());
}

/** Returns an error with its reason. */
export function failed(status: number, error: string): Answer {
  return { status, body: { error } };
}
