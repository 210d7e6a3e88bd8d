/**
 * Kalshi's error answers: an object with a code and a message.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const failed = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

/** 400: seen for a limit above the maximum; what is wrong is not told. */
export const BAD_REQUEST = failed(400, "bad_request", "bad request");

/** 404: no such path, or nothing of that name. */
export const NOT_FOUND = failed(404, "not_found", "not found");

/** 429: too many calls in this second. Its text was not seen. */
export const TOO_MANY_REQUESTS = failed(429, "too_many_requests", "too many requests");

/** What Kalshi sends with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  const known = [BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS].find((one) => one.status === status);
  if (known !== undefined) return known;
  return status === 503
    ? failed(503, "service_unavailable", "service unavailable")
    : failed(status, "internal_server_error", "internal server error");
}
