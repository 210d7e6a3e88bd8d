/**
 * Error answers of the venue's data service.
 *
 * Source: its documentation, for the fields and the codes. The texts are invented.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type Answer, reasonPhrase } from "../../kit/answer.ts";

/** The documented codes by status; any other status has that of its hundred. */
const CODES: ReadonlyMap<number, string> = new Map([
  [404, "not_found"],
  [408, "request_timeout"],
  [429, "rate_limited"],
  [503, "dependency_unavailable"],
  [504, "request_timeout"],
]);
/** The seconds to wait, if nothing else is said. They were not observed. */
const WAIT_SEC = 2;

/** Returns the answer for a status; 429 and 503 say how long to wait. */
export function failureOfStatus(status: number, waitSec = WAIT_SEC): Answer {
  const code = CODES.get(status) ?? (status < 500 ? "invalid_request" : "internal");
  const answer = failed(status, { error: reasonPhrase(status).toLowerCase(), code });
  return status === 429 || status === 503
    ? { ...answer, headers: { "retry-after": String(waitSec) } }
    : answer;
}

/** Refuses a parameter. */
export function refused(parameter: string, error: string): Answer {
  return failed(400, { error, code: "invalid_request", parameter });
}

function failed(
  status: number,
  fields: { readonly error: string; readonly code: string; readonly parameter?: string },
): Answer {
  const trace = createHash("sha256").update(JSON.stringify(fields)).digest("hex").slice(0, 32);
  return {
    status,
    body: { ...fields, retryable: status === 429 || status >= 500, trace_id: trace },
  };
}
