/**
 * The position of a bot in the windows of one series: which it saw, and of which more will come.
 *
 * A window comes again and again until the venue has resolved it, so that its start alone does not
 * tell whether a frame is news. After a reconnect the service replays how windows ended from the
 * oldest on of which more is awaited; what the bot had of them is dropped here.
 *
 * @module
 */
import type { QuoteFrame, WindowFrame, WindowPhase } from "./window_frame.ts";
import type { TopicPosition } from "./topic_position.ts";

/** The most windows of which more is awaited: those that are older stay as they are. */
const AWAITED_MAX = 12;

const RANKS: Readonly<Record<WindowPhase, number>> = { next: 0, open: 1, closed: 2 };

/**
 * Takes a frame of the series. Returns the next position, and the frame if it is news. A closed
 * window is news once, and once more when the venue has resolved it after that.
 */
export function takeWindow(
  position: TopicPosition,
  frame: WindowFrame | QuoteFrame,
): readonly [position: TopicPosition, frame?: WindowFrame | QuoteFrame] {
  const { seq, askedMs = 0, isReturned } = position;
  if (frame.type === "quote") {
    return isOpen(position, frame.start) ? [position, frame] : [position];
  }
  const { seq: start, phase, window } = frame;
  const last = position.awaited?.get(start);
  const isOver = seq === undefined ? isReturned && window.end * 1000 <= askedMs : start <= seq;
  const isResolved = window.resolution != null;
  const isNews = last === undefined
    ? !isOver
    : last === "closed"
    ? phase === "closed" && isResolved
    : RANKS[phase] >= RANKS[last];
  if (!isNews || !(phase in RANKS)) return [position];
  const awaited = new Map(position.awaited).set(start, phase);
  if (phase === "closed" && isResolved) awaited.delete(start);
  if (awaited.size > AWAITED_MAX) awaited.delete(Math.min(...awaited.keys()));
  const head = phase === "closed" ? Math.max(seq ?? 0, start) : seq;
  return [{ ...position, seq: head, awaited }, frame];
}

function isOpen({ awaited }: TopicPosition, start: number): boolean {
  return awaited?.get(start) === "open";
}
