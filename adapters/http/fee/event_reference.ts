/**
 * Parses a caller's reference to an event of the primary venue.
 *
 * @module
 */
import { Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import type { EventReference } from "../../../core/venue/mod.ts";
import { readVenueName } from "./venue_name.ts";

/** Parses an event's slug or id. Whether the event exists is for the venue to answer. */
export function readEventReference(
  by: EventReference["by"],
  value: string,
): Result.Result<EventReference, RequestRejected> {
  const parameter = by === "slug" ? "eventSlug" : "eventId";
  return Result.map(
    readVenueName(value, { parameter, of: "event" }),
    (name) => by === "slug" ? { by, slug: name } : { by, id: name },
  );
}
