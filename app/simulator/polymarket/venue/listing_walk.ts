/**
 * Iterates over the listings of many tracks in one order, from any position, without a list in
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

/** A sort order: by a number that grows along every track, and then by the event's number. */
export interface ListingOrder {
  readonly keyOf: (listing: Listing) => number;
  readonly isDescending: boolean;
}

/** Counts listings arithmetically, so that millions cost nothing. */
export function countListings(selection: ListingSelection): number {
  let count = 0;
  for (const track of selection.tracks) {
    const { low, high } = indexRange(track, selection);
    count += Math.max(0, high - low);
  }
  return count;
}

/** Returns whether a listing that is already listed matches the selection. */
export function isSelected({ tracks, bounds }: ListingSelection, listing: Listing): boolean {
  return [...tracks].includes(listing.track) &&
    bounds.every(({ time, fromSec = -Infinity, toSec = Infinity }) =>
      fromSec <= listing[time] && listing[time] < toSec
    );
}

/** Yields every listing in order. */
export function* walkListings(
  selection: ListingSelection,
  order: ListingOrder,
): Generator<Listing> {
  const heads: Head[] = [];
  for (const track of selection.tracks) {
    const range = indexRange(track, selection);
    if (range.low < range.high) {
      const index = order.isDescending ? range.high - 1 : range.low;
      heads.push(headAt(track, { ...range, index, order }));
    }
  }
  const step = order.isDescending ? -1 : 1;
  while (heads.length > 0) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) {
      if (comesBefore(heads[i], heads[first], step)) first = i;
    }
    const head = heads[first];
    if (head === undefined) return;
    yield head.listing;
    const index = head.listing.index + step;
    if (index < head.low || index >= head.high) heads.splice(first, 1);
    else heads[first] = headAt(head.listing.track, { ...head, index, order });
  }
}

interface Range {
  readonly low: number;
  readonly high: number;
}

interface Head extends Range {
  readonly listing: Listing;
  readonly key: number;
}

function headAt(
  track: Track,
  { low, high, index, order }: Range & { readonly index: number; readonly order: ListingOrder },
): Head {
  const listing = listingAt(track, index);
  return { low, high, listing, key: order.keyOf(listing) };
}

function comesBefore(a: Head | undefined, b: Head | undefined, step: 1 | -1): boolean {
  if (a === undefined || b === undefined) return false;
  const difference = a.key - b.key || a.listing.eventNumber - b.listing.eventNumber;
  return difference * step < 0;
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
