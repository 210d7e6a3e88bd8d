/**
 * Error answers of the venue's metadata service, verbatim where observed.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";

const failed = (status: number, type: string, error: string): Answer => ({
  status,
  body: { type, error },
});

/** The 404 for an unknown slug or id. */
export function notFound(what: "slug" | "id"): Answer {
  return failed(404, "not found error", `${what} not found`);
}

/**
 * The 422. `slug is invalid` was observed for a malformed slug and for an id that is not a number.
 */
export function invalid(error: string): Answer {
  return failed(422, "validation error", error);
}

/** The answer for an unknown path. The real text was not observed. */
export const UNKNOWN_PATH = failed(404, "not found error", "not found");

const TEXT: ReadonlyMap<number, readonly [type: string, error: string]> = new Map([
  [400, ["bad request error", "bad request"]],
  [404, ["not found error", "slug not found"]],
  [422, ["validation error", "slug is invalid"]],
  [429, ["rate limit error", "Too Many Requests"]],
  [502, ["bad gateway error", "bad gateway"]],
  [503, ["service unavailable error", "service unavailable"]],
]);

/** Returns the service's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  const [type, error] = TEXT.get(status) ?? ["internal server error", "internal server error"];
  return failed(status, type, error);
}
