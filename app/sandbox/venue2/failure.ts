/**
 * What the secondary venue answers instead of data. Bodies are plain text.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const text = (status: number, body: string): Answer => ({
  status,
  body,
  headers: { "content-type": "text/plain; charset=utf-8" },
});

/** 422: a body of another shape, or of a type that does not exist. */
export const UNKNOWN_TYPE = text(422, "Failed to deserialize the JSON body into the target type");

/** 400: a body that is no JSON. Its text was not seen. */
export const NO_JSON = text(400, "Failed to parse the request body as JSON");

/** 415: a body that does not say that it is JSON. Its text was not seen. */
export const NO_JSON_TYPE = text(415, "Expected request with `Content-Type: application/json`");

/** 405: everything is asked with POST. */
export const NO_POST: Answer = {
  status: 405,
  body: "",
  headers: { "content-type": "text/plain; charset=utf-8", allow: "POST" },
};

/** No such path. */
export const UNKNOWN_PATH = text(404, "");

/** 429: this minute's weight is used up. The real body was not seen. */
export const WEIGHT_USED_UP: Answer = { status: 429, body: null };

/** What the venue sends with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  if (status === 422) return UNKNOWN_TYPE;
  return status === 429 ? WEIGHT_USED_UP : text(status, "");
}
