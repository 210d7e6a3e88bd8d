/**
 * Parses a caller's reference to an event of the primary venue.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { wholeDigits } from "../../../core/whole_number.ts";
import {
  type EventReference,
  type PageContext,
  parseEventReference,
} from "../../../core/venue/mod.ts";
import { readVenueName } from "./venue_name.ts";

/** The site whose pages are accepted. */
type Pages = Pick<PageContext, "eventBaseUrl">;

/** The longest address that is accepted. */
export const ADDRESS_CHARS_MAX = 2_048;

/**
 * Parses an event's id, slug or page. Whether the event exists is for the venue to answer. Ids are
 * whole numbers, and text may hold one as `123.0`, as a number of a body may.
 */
export function readEventReference(
  { by, value }: { readonly by: EventReference["by"]; readonly value: string },
  pages: Pages,
): Result.Result<EventReference, RequestRejected> {
  if (by === "slug") return Result.map(readEventSlug(value, pages), (slug) => ({ by, slug }));
  const named = { parameter: "eventId", of: "event" } as const;
  return Result.map(
    readVenueName(value, named),
    (name) => ({ by, id: wholeDigits(name) ?? name }),
  );
}

/** Parses `eventSlug`: the slug of an event, or the address of its page. */
export function readEventSlug(
  value: string,
  { eventBaseUrl }: Pages,
): Result.Result<string, RequestRejected> {
  const parameter = "eventSlug";
  if (value.length > ADDRESS_CHARS_MAX) {
    const hint = `Send at most ${ADDRESS_CHARS_MAX} characters`;
    return Result.fail(new RequestRejected({ parameter, received: value, hint }));
  }
  return Result.flatMap(
    parseEventReference(value, { parameter, eventBaseUrl }),
    (slug) => readVenueName(slug, { parameter, of: "event" }),
  );
}
