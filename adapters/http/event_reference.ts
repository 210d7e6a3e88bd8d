/**
 * Reads how a caller names an event of the primary venue.
 *
 * @module
 */
import { Result } from "effect";
import type { RequestRejected } from "../../core/request.ts";
import type { EventReference } from "../../core/venue/mod.ts";
import { readVenueName } from "./venue_name.ts";

/** Reads an event's slug or id. Whether there is such an event is for the venue to say. */
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
