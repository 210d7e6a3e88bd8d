/**
 * Parses a name that becomes part of a path on the primary venue.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { toVenueSlug } from "../../../core/venue/mod.ts";
import { hasControlChars } from "../edge/percent_decoding.ts";

/** The maximum length of a name. */
export const NAME_CHARS_MAX = 200;

/**
 * Parses a slug or an id of an event or a market, and returns it as the venue writes it. Whether it
 * exists is for the venue to answer.
 */
export function readVenueName(
  sent: string,
  { parameter, of }: { readonly parameter: string; readonly of: "event" | "market" },
): Result.Result<string, RequestRejected> {
  // Composing can make a slash of another character, so what it returns is checked.
  const name = toVenueSlug(sent);
  const hint = troubleWith(name, of);
  return hint === undefined
    ? Result.succeed(name)
    : Result.fail(new RequestRejected({ parameter, received: sent, hint }));
}

/** Returns a hint if the name could change the path of the venue's URL, or is otherwise invalid. */
function troubleWith(name: string, of: "event" | "market"): string | undefined {
  if (["", ".", ".."].includes(name)) return `Send the name as in the ${of}'s URL on the venue`;
  if (name.length > NAME_CHARS_MAX) return `Send at most ${NAME_CHARS_MAX} characters`;
  if (hasControlChars(name)) return "Send no control characters";
  if (!name.isWellFormed()) return "Send valid Unicode: half of a surrogate pair is no character";
  if (/[/\\]/.test(name)) return "Send the name alone, without slashes";
  return undefined;
}
