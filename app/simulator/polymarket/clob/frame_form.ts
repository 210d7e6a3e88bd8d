/**
 * The forms that the venue's user socket gives to its frames: clients have seen all of them.
 *
 * @module
 */
import { hash32, streamOf } from "../../world/hash.ts";
import { type UserEvent } from "./market_feed.ts";

/** The form of one frame. */
export interface FrameForm {
  /** In a list, with what else was published at that moment. */
  readonly isList: boolean;
  /** `timestamp` in seconds, not in milliseconds. */
  readonly isStampedInSec: boolean;
  /** Fields that may be missing are missing, null or empty. */
  readonly isBare: boolean;
  readonly matchTimeName: "match_time" | "matchtime";
  /** The time of the match in milliseconds, not in seconds. */
  readonly isMatchedInMs: boolean;
}

/** Returns the form of an event's frame, drawn from the seed. */
export function formOf(event: UserEvent, seed: number): FrameForm {
  const state = event.kind === "order" ? `${event.type} ${event.matchedE6}` : event.status;
  const stream = streamOf(seed, `frame ${event.id} ${state} ${event.owner}`);
  const isOneIn = (parts: number, draw: number) => hash32(stream, draw) % parts === 0;
  return {
    isList: isOneIn(3, 0),
    isStampedInSec: isOneIn(8, 1),
    isBare: isOneIn(4, 2),
    matchTimeName: isOneIn(4, 3) ? "matchtime" : "match_time",
    isMatchedInMs: isOneIn(8, 4),
  };
}
