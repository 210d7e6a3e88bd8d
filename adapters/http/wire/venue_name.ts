/**
 * Names of the primary venue on the wire: slugs of events, or addresses of their pages, and ids.
 *
 * @module
 */
import { Result } from "effect";
import { JsonNumber } from "../../../core/json/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { type PageContext, parseEventReference, toVenueSlug } from "../../../core/venue/mod.ts";
import { wholeDigits } from "../../../core/whole_number.ts";
import { hasControlChars } from "../edge/request/percent_decoding.ts";
import { kind, type KindOptions, refuse } from "./kind.ts";
import { Parsed } from "./text.ts";

/** The maximum length of a name. */
export const NAME_CHARS_MAX = 200;

/** The longest address that is accepted. */
export const ADDRESS_CHARS_MAX = 2_048;

/** The text of a slug or of the address of a page, whose site the handler knows. */
export function PageAddress(
  { ask, maxLength = ADDRESS_CHARS_MAX, ...options }: KindOptions & {
    readonly ask: string;
    readonly maxLength?: number;
  },
) {
  return Parsed<string>({ minLength: 1, maxLength }, options, {
    ask,
    parse: (text, at) =>
      text.length <= ADDRESS_CHARS_MAX
        ? Result.succeed(text)
        : refuse(at, text, `Send at most ${ADDRESS_CHARS_MAX} characters`),
  });
}

/** Parses the slug of an event, or the address of its page. */
export function readEventSlug(
  value: string,
  { eventBaseUrl }: Pick<PageContext, "eventBaseUrl">,
  parameter = "eventSlug",
): Result.Result<string, RequestRejected> {
  return Result.flatMap(
    parseEventReference(value, { parameter, eventBaseUrl }),
    (slug) => readVenueName(slug, { parameter, of: "event" }),
  );
}

const ID = { type: "string", minLength: 1, maxLength: NAME_CHARS_MAX };

/**
 * An event by its id. Ids are whole numbers, and text may hold one as `123.0`, as a number of a
 * body may. Whether the event exists is for the venue to answer.
 */
export function EventId(
  { isInBody = false, ...options }: KindOptions & { readonly isInBody?: boolean },
) {
  const json = isInBody ? { anyOf: [ID, { type: "integer", minimum: 0 }] } : ID;
  const ask = "Send text or a whole number";
  return kind<string, string | number>(json, options, {
    ask,
    read: (value, at) => {
      const text = value instanceof JsonNumber ? wholeDigits(value.text) : value;
      if (typeof text !== "string") return refuse(at, value, ask);
      const name = readVenueName(text, { parameter: at.name, of: "event" });
      return Result.map(name, (name) => wholeDigits(name) ?? name);
    },
  });
}

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
  return hint === undefined ? Result.succeed(name) : refuse({ name: parameter }, sent, hint);
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
