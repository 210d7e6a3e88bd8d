/**
 * A listing: one event of the simulated venue, before anything is written about it.
 *
 * @module
 */
import { hash32, unit } from "../world/hash.ts";
import { WORLD_START_SEC } from "../world/world.ts";
import { type Track } from "./track.ts";

/** An event by its track and its number there. All times are unix seconds. */
export interface Listing {
  readonly track: Track;
  readonly index: number;
  /** The event's id, as a number. */
  readonly eventNumber: number;
  /** When the row appears. */
  readonly createdSec: number;
  /** When its order book opens; until then it has no tokens. */
  readonly deployedSec: number;
  readonly startSec: number;
  /** When it is decided. No orders are taken from here on. */
  readonly endSec: number;
  /** When it is resolved and closed. */
  readonly closedSec: number;
}

/** The steps in which events begin, and how many tracks there may be. */
const STEP_SEC = 300;
const SLOTS = 512;
/** The real venue's rows come nine minutes past the round time: 09:29 for the window of 09:20. */
const CREATED_PAST_SEC = 540;
const CREATED_STRAY_SEC = 50;
const DEPLOY_SEC = 60;

/** The event with this number on its track. */
export function listingAt(track: Track, index: number): Listing {
  const startSec = track.startSecOf(index);
  const endSec = track.endSecOf(index);
  const stray = Math.floor(unit(hash32(track.slot, index)) * CREATED_STRAY_SEC);
  const createdSec = startSec - track.leadSec + CREATED_PAST_SEC + stray;
  return {
    track,
    index,
    eventNumber: ((startSec - WORLD_START_SEC) / STEP_SEC) * SLOTS + track.slot,
    createdSec,
    deployedSec: createdSec + DEPLOY_SEC,
    startSec,
    endSec,
    closedSec: endSec + track.resolveSec,
  };
}

/** The listing of an id, or undefined where no event has it. */
export function listingOfNumber(
  tracks: ReadonlyMap<number, Track>,
  eventNumber: number,
): Listing | undefined {
  if (!Number.isSafeInteger(eventNumber) || eventNumber < 1) return undefined;
  const slot = eventNumber % SLOTS;
  const track = tracks.get(slot);
  if (track === undefined) return undefined;
  const startSec = WORLD_START_SEC + ((eventNumber - slot) / SLOTS) * STEP_SEC;
  const listing = listingAt(track, track.indexAt(startSec));
  return listing.eventNumber === eventNumber ? listing : undefined;
}
