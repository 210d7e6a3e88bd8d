/**
 * Error answers of the schedule's provider.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

const failed = (status: number, message: string): Answer => ({
  status,
  body: { code: status, message },
});

/** 400, word for word: dates that the provider does not take, such as a range in a team sport. */
export const NO_EVENTS = failed(400, "Failed to get events endpoint.");

/** 404: a sport or league that is not there. Its words were not seen. */
export const NO_LEAGUE = failed(404, "Failed to get league endpoint.");

/** 404: another path. Its words were not seen. */
export const NO_PATH = failed(404, "Not Found");

const MESSAGE: ReadonlyMap<number, string> = new Map([
  [400, "Failed to get events endpoint."],
  [403, "Forbidden"],
  [404, "Not Found"],
  [429, "Too Many Requests"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
  [504, "Gateway Timeout"],
]);

/** What the provider sends with a status that a fault asked for. */
export function failureOfStatus(status: number): Answer {
  return failed(status, MESSAGE.get(status) ?? "Internal Server Error");
}
