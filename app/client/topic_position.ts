/**
 * The position of a bot in one topic: which events it got, and where to resume after a reconnect.
 *
 * @module
 */
import type { TopicEvent } from "./frame.ts";

/**
 * The position in a topic. Times are unix milliseconds of the service's clock.
 *
 * - `new`: nothing was requested yet.
 * - `joined`: the current value was requested at `askedMs`.
 * - `returned`: the connection broke before any event arrived; a later connection requested the
 *   value that was current at `askedMs` and everything after it.
 * - `after`: the bot got everything up to `seq`, or does not want it.
 */
export type TopicPosition =
  | { readonly state: "new" }
  | { readonly state: "joined" | "returned"; readonly askedMs: number }
  | { readonly state: "after"; readonly seq: number };

/** Returns the position to begin with: after `since`, or at the current value. */
export function initialPosition(since: number | undefined): TopicPosition {
  return since === undefined ? { state: "new" } : { state: "after", seq: since };
}

/** Returns the position on a new connection, when the service's clock shows at least `serverMs`. */
export function positionOnConnect(position: TopicPosition, serverMs: number): TopicPosition {
  if (position.state === "new") return { state: "joined", askedMs: serverMs };
  return position.state === "joined" ? { ...position, state: "returned" } : position;
}

/**
 * Returns the `since` to subscribe with; undefined requests the current value. `maxAgeSec` is the
 * maximum age of the current value, in seconds.
 */
export function sinceOf(position: TopicPosition, maxAgeSec: number): number | undefined {
  if (position.state === "after") return position.seq;
  // A window open at `askedMs` started less than its length before; `since` is exclusive.
  return position.state === "returned"
    ? Math.floor(position.askedMs / 1000) - maxAgeSec
    : undefined;
}

/** The next position, and the event to give to the bot, if any. */
export interface Step {
  readonly position: TopicPosition;
  readonly event: TopicEvent | undefined;
}

/**
 * Takes an event of the topic. Drops events that the bot already got and windows that ended before
 * the bot began. A correction of an event that the bot got passes and leaves the position
 * unchanged.
 */
export function takeEvent(position: TopicPosition, event: TopicEvent, maxAgeSec: number): Step {
  const stays: Step = { position, event: undefined };
  const lastSeq = event.type === "gap" ? event.toSeq : event.seq;
  // Nothing is lost: the service closes the connection, and the next one replays what was missed.
  if (event.type === "gap" && event.reason === "slow_reader") return stays;
  if (event.type === "target" && event.corrects === true && position.state !== "after") {
    return stays;
  }
  if (position.state === "after" && lastSeq <= position.seq) {
    const isCorrection = event.type === "target" && event.corrects === true;
    return isCorrection ? { position, event } : stays;
  }
  if (position.state === "returned") {
    const endSec = event.type === "target" ? event.windowEnd : lastSeq + maxAgeSec;
    if (endSec * 1000 <= position.askedMs) return stays;
  }
  const isOverlapping = event.type === "gap" && position.state === "after" &&
    event.fromSeq <= position.seq;
  return {
    position: { state: "after", seq: lastSeq },
    event: isOverlapping ? { ...event, fromSeq: position.seq + 1 } : event,
  };
}
