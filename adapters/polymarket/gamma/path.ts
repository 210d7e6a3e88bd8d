/**
 * Paths of the venue's metadata service, with what a caller typed in one place and no other.
 *
 * @module
 */
import { Option } from "effect";
import type { EventReference } from "../../../core/venue/mod.ts";

/** Longer than any name the venue has given. */
const SLUG_CHARS_MAX = 512;

/**
 * The path of an event; none for a reference that no event can have.
 *
 * Ids are numbers. Any other word in their place is another endpoint, such as `/events/keyset`.
 */
export function eventPath(reference: EventReference): Option.Option<string> {
  if (reference.by === "slug") {
    return Option.map(segmentOf(reference.slug), (slug) => `/events/slug/${slug}`);
  }
  return /^\d{1,20}$/.test(reference.id) ? Option.some(`/events/${reference.id}`) : Option.none();
}

/** The path of a market with its tags; none for a slug that no market can have. */
export function marketPath(slug: string): Option.Option<string> {
  return Option.map(segmentOf(slug), (slug) => `/markets/slug/${slug}?include_tag=true`);
}

/** One segment of a path. URLs drop empty and dotted ones, however they are written. */
function segmentOf(slug: string): Option.Option<string> {
  const isSegment = slug !== "" && slug !== "." && slug !== "..";
  return isSegment && slug.length <= SLUG_CHARS_MAX && slug.isWellFormed()
    ? Option.some(encodeURIComponent(slug))
    : Option.none();
}
