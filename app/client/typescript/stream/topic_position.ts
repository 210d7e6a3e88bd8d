/**
 * The position of a bot in one topic: which events it got, and where to resume after a reconnect.
 *
 * @module
 */
import type { OrderedEvent } from "./frame.ts";

/** The position in a topic. Without any field nothing was requested yet. */
export interface TopicPosition {
  /** The bot got everything up to this seq, or does not want it. */
  readonly seq?: number | undefined;
  /** The current value was requested when the service's clock showed this, in unix milliseconds. */
  readonly askedMs?: number;
  /**
   * The connection broke before any event arrived; a later connection requested the value that was
   * current at `askedMs` and everything after it.
   */
  readonly isReturned?: boolean;
  /**
   * Of windows, where `seq` is the last that closed: those of which more will come, by start, with
   * what the bot got of them.
   */
  readonly awaited?: ReadonlyMap<number, SeenWindow>;
}

/** How far a window was when the bot got it last, and what other venues said of it. */
export type SeenWindow = readonly [rank: number, legs: string];

/** Returns the position on a new connection, when the service's clock shows at least `serverMs`. */
export function positionOnConnect(position: TopicPosition, serverMs: number): TopicPosition {
  const { seq, askedMs, awaited } = position;
  if (seq !== undefined || awaited) return position;
  return askedMs === undefined ? { askedMs: serverMs } : { askedMs, isReturned: true };
}

/**
 * Returns the `since` to subscribe with; undefined requests the current value. `maxAgeSec` is the
 * maximum age of the current value, in seconds.
 */
export function sinceOf(
  { seq, askedMs = 0, isReturned, awaited }: TopicPosition,
  maxAgeSec: number,
): number | undefined {
  if (awaited?.size) return Math.min(seq ?? Infinity, Math.min(...awaited.keys()) - 1);
  // A window open at `askedMs` started less than its length before; `since` is exclusive.
  return isReturned ? Math.floor(askedMs / 1000) - maxAgeSec : seq;
}

/**
 * Takes an event of the topic. Returns the next position, and the event to give to the bot, if any.
 * Drops events that the bot already got and windows that ended before the bot began. A correction
 * of an event that the bot got passes and leaves the position unchanged.
 */
export function takeEvent(
  position: TopicPosition,
  event: OrderedEvent,
  maxAgeSec: number,
): readonly [position: TopicPosition, event?: OrderedEvent | undefined] {
  const { seq, askedMs = 0, isReturned } = position;
  const isGap = event.type === "gap";
  const isTarget = event.type === "target";
  const isCorrection = isTarget && event.corrects === true;
  const lastSeq = isGap ? event.toSeq : event.seq;
  // Nothing is lost: the service closes the connection, and the next one replays what was missed.
  if (isGap && event.reason === "slow_reader") return [position];
  if (seq === undefined) {
    const endSec = isTarget ? event.windowEnd : lastSeq + maxAgeSec;
    if (isCorrection || isReturned && endSec * 1000 <= askedMs) return [position];
  } else {
    if (lastSeq <= seq) return [position, isCorrection ? event : undefined];
    if (isGap) {
      return [{ seq: lastSeq }, { ...event, fromSeq: Math.max(event.fromSeq, seq + 1) }];
    }
  }
  return [{ seq: lastSeq }, event];
}
