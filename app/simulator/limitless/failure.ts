/**
 * Limitless's error answers, in the format of its framework.
 *
 * The real texts were not observed. The official client reads query errors from a list of objects.
 *
 * @module
 */
import { type Answer, reasonPhrase } from "../kit/answer.ts";

/** Returns the platform's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return failed(status, reasonPhrase(status));
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
  return { status, body: { statusCode: status, message, error: reasonPhrase(status) } };
}
