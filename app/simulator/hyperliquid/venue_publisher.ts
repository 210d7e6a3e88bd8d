/**
 * Finds changes and publishes them to all sockets, with a single timer.
 *
 * @module
 */
import { type SandboxClock } from "../kit/clock.ts";
import { type InfoState } from "./info_calls.ts";
import { type AnyListing } from "./listed_outcome.ts";
import { listingChanges, type ListingUpdate } from "./listing_change.ts";

/** Receives the changes it subscribed to. */
export interface VenueListener {
  /** Called with at least one change. */
  listingChanged(updates: ReadonlyArray<ListingUpdate>): void;
  /** Called about every second of the clock, and after price overrides. */
  pricesMoved(): void;
}

/** Publishes changes to the listeners. The timer runs only while there are some. */
export interface VenuePublisher {
  join(listener: VenueListener): void;
  leave(listener: VenueListener): void;
  /** Publishes all changes up to now. */
  publish(): void;
}

/** Interval between two readings, in real milliseconds. */
const WAIT_MS_MIN = 5;
const WAIT_MS_MAX = 50;
/** Price updates come at this interval of the clock, but no more often than the real one below. */
const PRICES_MS = 1_000;
const PRICES_REAL_MS = 50;

/** Makes a publisher without listeners. */
export function makeVenuePublisher(
  { clock, state: { listings, prices } }: {
    readonly clock: SandboxClock;
    readonly state: Pick<InfoState, "listings" | "prices">;
  },
): VenuePublisher {
  const listeners = new Set<VenueListener>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listing: AnyListing = { outcomes: [], questions: [] };
  let published = { second: 0, version: 0, realMs: 0 };
  /** Prices changed but were not published, because the last update was too recent. */
  let isLate = false;

  const publishPrices = (isUrgent: boolean) => {
    const second = Math.floor(clock.nowMs() / PRICES_MS);
    const version = prices.version();
    const realMs = performance.now();
    if (version !== published.version || isUrgent) isLate = true;
    if (!isLate && second === published.second || realMs - published.realMs < PRICES_REAL_MS) {
      return;
    }
    isLate = false;
    published = { second, version, realMs };
    // A listener whose socket this frame cuts leaves during the loop.
    for (const listener of listeners) listener.pricesMoved();
  };
  const publish = () => {
    const now = listings.served(clock.nowMs()).listing;
    const updates = now === listing ? [] : listingChanges(listing, now);
    listing = now;
    if (updates.length > 0) {
      for (const listener of listeners) listener.listingChanged(updates);
    }
    publishPrices(updates.length > 0);
  };
  const schedule = () => {
    clearTimeout(timer);
    if (listeners.size === 0) return;
    const waitMs = Math.min(Math.max(clock.realMs(PRICES_MS), WAIT_MS_MIN), WAIT_MS_MAX);
    timer = setTimeout(() => {
      publish();
      schedule();
    }, waitMs);
  };
  return {
    publish,
    join(listener) {
      if (listeners.size === 0) {
        listing = listings.served(clock.nowMs()).listing;
        published = { ...published, version: prices.version() };
        isLate = false;
      }
      listeners.add(listener);
      if (listeners.size === 1) schedule();
    },
    leave(listener) {
      listeners.delete(listener);
      if (listeners.size === 0) clearTimeout(timer);
    },
  };
}
