/**
 * Error answers of the venue's metadata service, word for word where they were seen.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const failed = (status: number, type: string, error: string): Answer => ({
  status,
  body: { type, error },
});

/** 404: no row has this slug, or this id. */
export function notFound(what: "slug" | "id"): Answer {
  return failed(404, "not found error", `${what} not found`);
}

/** 422: `slug is invalid` is seen for a malformed slug and for an id that is not a number. */
export function invalid(error: string): Answer {
  return failed(422, "validation error", error);
}

/** No such path. Its text was not seen. */
export const UNKNOWN_PATH = failed(404, "not found error", "not found");

const TEXT: ReadonlyMap<number, readonly [type: string, error: string]> = new Map([
  [400, ["bad request error", "bad request"]],
  [404, ["not found error", "slug not found"]],
  [422, ["validation error", "slug is invalid"]],
  [429, ["rate limit error", "Too Many Requests"]],
  [502, ["bad gateway error", "bad gateway"]],
  [503, ["service unavailable error", "service unavailable"]],
]);

/** What the service sends with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  const [type, error] = TEXT.get(status) ?? ["internal server error", "internal server error"];
  return failed(status, type, error);
}
