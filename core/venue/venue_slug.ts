/**
 * The slugs of events and markets of the primary venue.
 *
 * @module
 */

/**
 * Returns a slug as the venue writes it: composed (NFKC), in small letters, without space around
 * it. Unlike a name that is compared, a slug is sent to the venue, so a letter is not replaced by
 * others that it stands for: `ß` stays.
 */
export function toVenueSlug(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}
