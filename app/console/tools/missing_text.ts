/**
 * The seconds of a day that are missing, as text.
 *
 * @module
 */
import type { TopicRow } from "./recording_request.ts";

/** Returns such as `12:00:02 to 12:00:04, 12:10:00 to 12:10:01 and 3 more`, or else `none`. */
export function missingText(ranges: TopicRow["ranges"], more: number): string {
  if (ranges.length === 0) return "none";
  const text = ranges.map(({ from, until }) => `${clock(from)} to ${clock(until)}`).join(", ");
  return more === 0 ? text : `${text} and ${more} more`;
}

function clock(iso: string): string {
  return iso.slice(11, 19);
}
