/**
 * Iterates over the listings of many tracks by their ids, from any position, without a list in
 * memory.
 *
 * @module
 */
import { firstStartSec, type Listing, listingAt } from "./listing.ts";
import { type Track } from "./track.ts";

/** The instants of a listing. Each grows along a track. */
export type ListingTime = "createdSec" | "startSec" | "endSec" | "closedSec";

/** A half-open range that an instant of a listing must lie in. */
export interface TimeBound {
  readonly time: ListingTime;
  readonly fromSec?: number;
  readonly toSec?: number;
}

/** A selection of listings: of these tracks, within every bound, and listed by now. */
export interface ListingSelection {
  readonly tracks: Iterable<Track>;
  readonly bounds: ReadonlyArray<TimeBound>;
  readonly nowSec: number;
}

/** Yields every listing in the order of their ids, which grow along a track. */
export function* walkListings(selection: ListingSelection): Generator<Listing> {
  const heads = [...selection.tracks].flatMap((track) => {
    const { low, high } = indexRange(track, selection);
    return low < high ? [{ listing: listingAt(track, low), high }] : [];
  });
  while (heads.length > 0) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) {
      if (numberOf(heads[i]) < numberOf(heads[first])) first = i;
    }
    const head = heads[first];
    if (head === undefined) return;
    yield head.listing;
    const index = head.listing.index + 1;
    if (index >= head.high) heads.splice(first, 1);
    else heads[first] = { ...head, listing: listingAt(head.listing.track, index) };
  }
}

interface Head {
  readonly listing: Listing;
  readonly high: number;
}

function numberOf(head: Head | undefined): number {
  return head?.listing.eventNumber ?? Infinity;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Returns the selected indexes of a track as `[low, high)`. */
function indexRange(track: Track, { bounds, nowSec }: ListingSelection): Range {
  const whole = {
    low: track.indexAt(firstStartSec(track) - 1) + 1,
    high: track.indexAt(nowSec + track.leadSec) + 1,
  };
  let { low, high } = whole;
  const isListed: TimeBound = { time: "createdSec", toSec: nowSec + 1 };
  for (const { time, fromSec, toSec } of [...bounds, isListed]) {
    if (fromSec !== undefined) low = Math.max(low, firstIndex(track, { ...whole, time, fromSec }));
    if (toSec === undefined) continue;
    high = Math.min(high, firstIndex(track, { ...whole, time, fromSec: toSec }));
  }
  return { low, high };
}

/** Returns the first index whose instant is not before `fromSec`, by binary search. */
function firstIndex(
  track: Track,
  { low, high, time, fromSec }: Range & { readonly time: ListingTime; readonly fromSec: number },
): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (listingAt(track, middle)[time] < fromSec) from = middle + 1;
    else to = middle;
  }
  return from;
}
