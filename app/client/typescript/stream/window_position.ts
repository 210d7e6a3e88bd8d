/**
 * The position of a bot in the windows of one series: which it saw, and of which more will come.
 *
 * A window comes again and again until the venue has resolved it, and with its legs until their
 * results stand too, so that its start alone does not tell whether a frame is news. After a
 * reconnect the service replays how windows ended from the oldest on of which more is awaited; what
 * the bot had of them is dropped here.
 *
 * @module
 */
import type { QuoteFrame, WindowFrame } from "./window_frame.ts";
import type { TopicPosition } from "./topic_position.ts";

/** The most windows of which more is awaited: those that are older stay as they are. */
const AWAITED_MAX = 12;

/** A closed window that the venue has resolved ranks one higher. */
const PHASES = ["next", "open", "closed"];
const OPEN = 1;
const CLOSED = 2;
const RESOLVED = 3;

/**
 * Takes a frame of the series. Returns the next position, and the frame if it is news. A closed
 * window is news once, once more when the venue has resolved it after that, and at each change of
 * its legs until their results stand.
 */
export function takeWindow(
  position: TopicPosition,
  frame: WindowFrame | QuoteFrame,
): readonly [position: TopicPosition, frame?: WindowFrame | QuoteFrame] {
  const { seq, askedMs = 0, isReturned } = position;
  if (frame.type === "quote") {
    return position.awaited?.get(frame.start)?.[0] === OPEN ? [position, frame] : [position];
  }
  const { seq: start, phase, window: { end, resolution, legs = [] } } = frame;
  const rank = phase === "closed" && resolution ? RESOLVED : PHASES.indexOf(phase);
  // The first leg is the venue's own, which ranks the window.
  const told = String(legs.slice(1).map((leg) => Object.values(leg)));
  const [lastRank, lastTold] = position.awaited?.get(start) ?? [];
  const isOver = seq === undefined ? isReturned && end * 1000 <= askedMs : start <= seq;
  const isNews = lastRank === undefined
    ? !isOver
    : rank > lastRank || rank === lastRank && (rank < CLOSED || told !== lastTold);
  if (!isNews || rank < 0) return [position];
  const awaited = new Map(position.awaited).set(start, [rank, told]);
  const isDecided = legs.every((leg) => leg.outcome_state !== "closed");
  if (rank === RESOLVED && isDecided) awaited.delete(start);
  if (awaited.size > AWAITED_MAX) awaited.delete(Math.min(...awaited.keys()));
  const head = rank < CLOSED ? seq : Math.max(seq ?? 0, start);
  return [{ ...position, seq: head, awaited }, frame];
}
