/**
 * Kalshi's error answers: an object with a code and a message.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";

const failed = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

/** The 400 observed for a limit above the maximum; it gives no reason. */
export const BAD_REQUEST = failed(400, "bad_request", "bad request");

/** The 404 for an unknown path or name. */
export const NOT_FOUND = failed(404, "not_found", "not found");

/** The 429 for too many calls in this second. The real text was not observed. */
export const TOO_MANY_REQUESTS = failed(429, "too_many_requests", "too many requests");

/** Returns Kalshi's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  const known = [BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS].find((one) => one.status === status);
  if (known !== undefined) return known;
  return status === 503
    ? failed(503, "service_unavailable", "service unavailable")
    : failed(status, "internal_server_error", "internal server error");
}
