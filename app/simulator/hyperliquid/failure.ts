/**
 * The secondary venue's error answers. Bodies are plain text.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";

const text = (status: number, body: string): Answer => ({
  status,
  body,
  headers: { "content-type": "text/plain; charset=utf-8" },
});

/** The 422 for a body of another shape, or of an unknown type. */
export const UNKNOWN_TYPE = text(422, "Failed to deserialize the JSON body into the target type");

/** The 400 for a body that is not JSON. The real text was not observed. */
export const NO_JSON = text(400, "Failed to parse the request body as JSON");

/** The 415 for a body without a JSON content type. The real text was not observed. */
export const NO_JSON_TYPE = text(415, "Expected request with `Content-Type: application/json`");

/** The 405: every call is a POST. */
export const NO_POST: Answer = {
  status: 405,
  body: "",
  headers: { "content-type": "text/plain; charset=utf-8", allow: "POST" },
};

/** The answer for an unknown path. */
export const UNKNOWN_PATH = text(404, "");

/** The 429 for a minute's weight that is used up. The real body was not observed. */
export const WEIGHT_USED_UP: Answer = { status: 429, body: null };

/** Returns the venue's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  if (status === 422) return UNKNOWN_TYPE;
  return status === 429 ? WEIGHT_USED_UP : text(status, "");
}
