/**
 * Error answers of SX Bet: its envelope with `failure`.
 *
 * The real texts were not observed.
 *
 * @module
 */
import { type Answer, reasonPhrase } from "../kit/answer.ts";

/** Returns the platform's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return failed(status, reasonPhrase(status));
}

/** Returns a failure with its reason. */
export function failed(status: number, message: string): Answer {
  return { status, body: { status: "failure", message } };
}

/** Returns a success. */
export function succeeded(data: unknown): Answer {
  return { status: 200, body: { status: "success", data } };
}
