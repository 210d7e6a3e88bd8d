/**
 * Limitless's error answers, in the format of its framework.
 *
 * The real texts were not observed. The official client reads query errors from a list of objects.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [404, "Not Found"],
  [429, "Too Many Requests"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
]);

/** Returns the platform's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return failed(status, TEXT.get(status) ?? "Internal server error");
}

/** Returns the 400 for a wrong query, with the errors by parameter name. */
export function badRequest(errors: ReadonlyArray<Readonly<Record<string, string>>>): Answer {
  return failed(400, errors);
}

/** Returns a 404. */
export function notFound(message: string): Answer {
  return failed(404, message);
}

function failed(status: number, message: unknown): Answer {
  const error = TEXT.get(status);
  return {
    status,
    body: { statusCode: status, message, ...(error === undefined ? {} : { error }) },
  };
}
