/**
 * Builds paths of the venue's metadata service, with a caller's text confined to one segment.
 *
 * @module
 */
import { Option } from "effect";
import type { EventReference } from "../../../core/venue/mod.ts";

/** Longer than any name of the venue. */
const SLUG_CHARS_MAX = 512;

/**
 * Returns the path of an event; none for an impossible reference.
 *
 * Ids are numbers. Any other text would name another endpoint, such as `/events/keyset`.
 */
export function eventPath(reference: EventReference): Option.Option<string> {
  if (reference.by === "slug") {
    return Option.map(segmentOf(reference.slug), (slug) => `/events/slug/${slug}`);
  }
  return /^\d{1,20}$/.test(reference.id) ? Option.some(`/events/${reference.id}`) : Option.none();
}

/** Returns the path of a market with its tags; none for an impossible slug. */
export function marketPath(slug: string): Option.Option<string> {
  return Option.map(segmentOf(slug), (slug) => `/markets/slug/${slug}?include_tag=true`);
}

/** Encodes one segment. URLs drop empty and dotted ones in every spelling. */
function segmentOf(slug: string): Option.Option<string> {
  const isSegment = slug !== "" && slug !== "." && slug !== "..";
  return isSegment && slug.length <= SLUG_CHARS_MAX && slug.isWellFormed()
    ? Option.some(encodeURIComponent(slug))
    : Option.none();
}
