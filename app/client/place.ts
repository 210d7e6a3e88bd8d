/**
 * How far one topic has been told to the bot, and from where it has to be told again.
 *
 * @module
 */
import type { TopicEvent } from "./frame.ts";

/**
 * - `new`: nothing was asked for yet.
 * - `joined`: the value of now was asked for when the service's clock showed `askedMs`.
 * - `returned`: the connection broke before anything came, and what was open at `askedMs` and
 *   everything after it was asked for on another.
 * - `after`: everything up to `seq` was told, or is not wanted.
 */
export type Place =
  | { readonly state: "new" }
  | { readonly state: "joined" | "returned"; readonly askedMs: number }
  | { readonly state: "after"; readonly seq: number };

/** Where a topic begins: after `since`, or with the value of now. */
export function firstPlace(since: number | undefined): Place {
  return since === undefined ? { state: "new" } : { state: "after", seq: since };
}

/** A connection opens, and the service's clock shows `serverMs` or a little more. */
export function connectedPlace(place: Place, serverMs: number): Place {
  if (place.state === "new") return { state: "joined", askedMs: serverMs };
  return place.state === "joined" ? { ...place, state: "returned" } : place;
}

/**
 * The `since` to subscribe with: undefined asks for the value of now. `reachSec` is how far back
 * that value can lie.
 */
export function sinceOf(place: Place, reachSec: number): number | undefined {
  if (place.state === "after") return place.seq;
  // A window that was open then started less than its length before; `since` is exclusive.
  return place.state === "returned" ? Math.floor(place.askedMs / 1000) - reachSec : undefined;
}

/** The event as it is to be told, if it is, and the place that it leads to. */
export interface Step {
  readonly place: Place;
  readonly event: TopicEvent | undefined;
}

/**
 * Takes an event of the topic. What was told is not told again, and neither is what was over
 * before the bot began. A correction of what was told is, and leads nowhere.
 */
export function takeEvent(place: Place, event: TopicEvent, reachSec: number): Step {
  const stays: Step = { place, event: undefined };
  const lastSeq = event.type === "gap" ? event.toSeq : event.seq;
  // It is no loss: the connection is closed after it, and the next one tells what was missed.
  if (event.type === "gap" && event.reason === "slow_reader") return stays;
  if (event.type === "target" && event.corrects === true && place.state !== "after") return stays;
  if (place.state === "after" && lastSeq <= place.seq) {
    const isCorrection = event.type === "target" && event.corrects === true;
    return isCorrection ? { place, event } : stays;
  }
  if (place.state === "returned") {
    const endSec = event.type === "target" ? event.windowEnd : lastSeq + reachSec;
    if (endSec * 1000 <= place.askedMs) return stays;
  }
  const isOverlapping = event.type === "gap" && place.state === "after" &&
    event.fromSeq <= place.seq;
  return {
    place: { state: "after", seq: lastSeq },
    event: isOverlapping ? { ...event, fromSeq: place.seq + 1 } : event,
  };
}
