/**
 * The one timer behind all sockets: it looks what has changed, and tells those who listen.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { type InfoDesk } from "./info_calls.ts";
import { type AnyListing } from "./listed_outcome.ts";
import { listingChanges, type ListingUpdate } from "./listing_change.ts";

/** Is told what it wants to hear of. */
export interface BeatListener {
  /** At least one. */
  listingChanged(updates: ReadonlyArray<ListingUpdate>): void;
  /** About every second of the clock, and when prices were put. */
  pricesMoved(): void;
}

/** Tells of changes from the moment somebody joins; as long as nobody does, no timer runs. */
export interface VenueBeat {
  join(listener: BeatListener): void;
  leave(listener: BeatListener): void;
  /** Tells now what has changed until now. */
  look(): void;
}

/** Between two looks, in milliseconds of the machine. */
const WAIT_MS_MIN = 5;
const WAIT_MS_MAX = 50;
/** Prices move so often, in milliseconds of the clock, but not more often than of the machine. */
const PRICES_MS = 1_000;
const PRICES_REAL_MS = 50;

/** Nobody listens yet. */
export function makeVenueBeat(
  { clock, desk: { board, prices } }: {
    readonly clock: SandboxClock;
    readonly desk: Pick<InfoDesk, "board" | "prices">;
  },
): VenueBeat {
  const listeners = new Set<BeatListener>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listing: AnyListing = { outcomes: [], questions: [] };
  let told = { second: 0, version: 0, realMs: 0 };
  /** Prices have changed that were not told, as the last time was only just before. */
  let isLate = false;

  const tellPrices = (isUrgent: boolean) => {
    const second = Math.floor(clock.nowMs() / PRICES_MS);
    const version = prices.version();
    const realMs = performance.now();
    if (version !== told.version || isUrgent) isLate = true;
    if (!isLate && second === told.second || realMs - told.realMs < PRICES_REAL_MS) return;
    isLate = false;
    told = { second, version, realMs };
    // A listener whose socket is cut by this very frame leaves while it is told.
    for (const listener of listeners) listener.pricesMoved();
  };
  const look = () => {
    const now = board.served(clock.nowMs()).listing;
    const updates = now === listing ? [] : listingChanges(listing, now);
    listing = now;
    if (updates.length > 0) {
      for (const listener of listeners) listener.listingChanged(updates);
    }
    tellPrices(updates.length > 0);
  };
  const schedule = () => {
    clearTimeout(timer);
    if (listeners.size === 0) return;
    const waitMs = Math.min(Math.max(clock.realMs(PRICES_MS), WAIT_MS_MIN), WAIT_MS_MAX);
    timer = setTimeout(() => {
      look();
      schedule();
    }, waitMs);
  };
  return {
    look,
    join(listener) {
      if (listeners.size === 0) {
        listing = board.served(clock.nowMs()).listing;
        told = { ...told, version: prices.version() };
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
