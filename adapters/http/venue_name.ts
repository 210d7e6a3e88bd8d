/**
 * Reads a name that becomes a part of a path at the primary venue.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../core/request.ts";
import { hasControlChars } from "./percent_decoding.ts";

/** Longer names are not asked for. */
export const NAME_CHARS_MAX = 200;

/** Reads a slug or an id of an event or a market. Whether there is one is for the venue to say. */
export function readVenueName(
  name: string,
  { parameter, of }: { readonly parameter: string; readonly of: "event" | "market" },
): Result.Result<string, RequestRejected> {
  const hint = troubleWith(name, of);
  return hint === undefined
    ? Result.succeed(name)
    : Result.fail(new RequestRejected({ parameter, received: name, hint }));
}

/** It must not lead anywhere else there. */
function troubleWith(name: string, of: "event" | "market"): string | undefined {
  if (name === "") return `Send the name as the venue's address of the ${of} has it`;
  if (name.length > NAME_CHARS_MAX) return `Send at most ${NAME_CHARS_MAX} characters`;
  if (hasControlChars(name)) return "Send no control characters";
  if (!name.isWellFormed()) return "Send whole characters";
  if (/[/\\]/.test(name)) return "Send the name alone, without slashes";
  if (name === "." || name === "..") return "Send a name, not a direction";
  return undefined;
}
