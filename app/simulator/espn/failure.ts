/**
 * Error answers of the schedule provider.
 *
 * @module
 */
import { type Answer, reasonPhrase } from "../kit/answer.ts";

const failed = (status: number, message: string): Answer => ({
  status,
  body: { code: status, message },
});

/** The exact 400 for dates that the provider does not accept, such as a range in a team sport. */
export const NO_EVENTS = failed(400, "Failed to get events endpoint.");

/** The 404 for an unknown sport or league. The real text was not observed. */
export const NO_LEAGUE = failed(404, "Failed to get league endpoint.");

/** The 404 for any other path. The real text was not observed. */
export const NO_PATH = failed(404, "Not Found");

/** Returns the provider's answer for a status that a fault requested. */
export function failureOfStatus(status: number): Answer {
  return status === NO_EVENTS.status ? NO_EVENTS : failed(status, reasonPhrase(status));
}
