/**
 * Error answers of Limitless, in the form of the framework that it is built with.
 *
 * Their words were not seen. The official client reads what is wrong with a query from a list of
 * objects.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [404, "Not Found"],
  [429, "Too Many Requests"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
]);

/** What it sends with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  return failed(status, TEXT.get(status) ?? "Internal server error");
}

/** 400: what is wrong with the query, by the parameter's name. */
export function badRequest(troubles: ReadonlyArray<Readonly<Record<string, string>>>): Answer {
  return failed(400, troubles);
}

/** 404. */
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
