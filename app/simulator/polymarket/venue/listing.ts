/**
 * A listing: one event of the simulated venue, before it is formatted.
 *
 * @module
 */
import { hash32, unit } from "../../world/hash.ts";
import { WORLD_START_SEC } from "../../world/world.ts";
import { type Track } from "./track.ts";

/** An event by its track and its index there. All times are unix seconds. */
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
  /** When it is decided. No orders are accepted from here on. */
  readonly endSec: number;
  /** When it is resolved and closed. */
  readonly closedSec: number;
}

/** The interval between the starts of events, in seconds, and the number of track slots. */
const STEP_SEC = 300;
const SLOTS = 512;
/** The real venue's rows appear nine minutes past a round time: 09:29 for the window of 09:20. */
const CREATED_PAST_SEC = 540;
const CREATED_STRAY_SEC = 50;
const DEPLOY_SEC = 60;

/**
 * 2023-12-01T00:00:00Z: topics begin a month before the world's prices, so that some are open at
 * its first instant. Ids count from here.
 */
const ORIGIN_SEC = 1_701_388_800;

/** Returns the first start of an event on the track, in unix seconds. */
export function firstStartSec({ subject }: Track): number {
  return subject.kind === "topic" ? ORIGIN_SEC : WORLD_START_SEC;
}

/** Returns the start of an event from its id. */
export function startSecOfNumber(eventNumber: number): number {
  return ORIGIN_SEC + Math.floor(eventNumber / SLOTS) * STEP_SEC;
}

/** Returns the event with this index on its track. */
export function listingAt(track: Track, index: number): Listing {
  const startSec = track.startSecOf(index);
  const endSec = track.endSecOf(index);
  const stray = Math.floor(unit(hash32(track.slot, index)) * CREATED_STRAY_SEC);
  const createdSec = startSec - track.leadSec + CREATED_PAST_SEC + stray;
  return {
    track,
    index,
    eventNumber: ((startSec - ORIGIN_SEC) / STEP_SEC) * SLOTS + track.slot,
    createdSec,
    deployedSec: createdSec + DEPLOY_SEC,
    startSec,
    endSec,
    closedSec: endSec + track.resolveSec,
  };
}

/** Returns the listing of an id; undefined for an unknown id. */
export function listingOfNumber(
  tracks: ReadonlyMap<number, Track>,
  eventNumber: number,
): Listing | undefined {
  if (!Number.isSafeInteger(eventNumber) || eventNumber < 1) return undefined;
  const track = tracks.get(eventNumber % SLOTS);
  if (track === undefined) return undefined;
  const listing = listingAt(track, track.indexAt(startSecOfNumber(eventNumber)));
  return listing.eventNumber === eventNumber ? listing : undefined;
}
