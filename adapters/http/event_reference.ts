/**
 * Reads how a caller names an event of the primary venue.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../core/request.ts";
import type { EventReference } from "../../core/venue/mod.ts";
import { hasControlChars } from "./percent_decoding.ts";

/** Longer names are not asked for. */
const NAME_CHARS_MAX = 200;

/** Reads an event's slug or id. Whether there is such an event is for the venue to say. */
export function readEventReference(
  by: EventReference["by"],
  value: string,
): Result.Result<EventReference, RequestRejected> {
  const hint = troubleWith(value);
  if (hint === undefined) {
    return Result.succeed(by === "slug" ? { by, slug: value } : { by, id: value });
  }
  const parameter = by === "slug" ? "eventSlug" : "eventId";
  return Result.fail(new RequestRejected({ parameter, received: value, hint }));
}

/** A name becomes a part of a path at the venue, and must not lead anywhere else there. */
function troubleWith(name: string): string | undefined {
  if (name === "") return "Send the name as the venue's address of the event has it";
  if (name.length > NAME_CHARS_MAX) return `Send at most ${NAME_CHARS_MAX} characters`;
  if (hasControlChars(name)) return "Send no control characters";
  if (!name.isWellFormed()) return "Send whole characters";
  if (/[/\\]/.test(name)) return "Send the name alone, without slashes";
  if (name === "." || name === "..") return "Send a name, not a direction";
  return undefined;
}
