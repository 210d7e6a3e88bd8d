/**
 * The log of the best levels that the market socket has sent, which tests read back.
 *
 * @module
 */
import { type Level, type TokenBook } from "./level.ts";
import { formatE6 } from "./micro_units.ts";

/** The price and the size of the best level of a side, as text; null if it is empty. */
export type SentLevel = readonly [price: string, size: string] | null;

/** The best levels that one frame has left its subscribers with, of each token that it changed. */
export interface SentTouches {
  /** When it was sent, unix milliseconds on the sandbox's clock. */
  readonly at_ms: number;
  /** The time in the frame, likewise. */
  readonly timestamp_ms: number;
  readonly tokens: ReadonlyArray<{
    readonly token_id: string;
    readonly bid: SentLevel;
    readonly ask: SentLevel;
    readonly tick_size: string;
  }>;
}

/** The latest frames, oldest first. */
export interface TouchLog {
  /** Call it before the frame is sent: whoever has read it finds it here. */
  add(
    books: ReadonlyArray<TokenBook>,
    frame: { readonly atMs: number; readonly timestampMs: number },
  ): void;
  /** Returns all, and forgets them. */
  take(): ReadonlyArray<SentTouches>;
}

/** Bounds memory, because a sandbox may run for days. */
const FRAMES_MAX = 10_000;

/** Makes an empty log. */
export function makeTouchLog(): TouchLog {
  let frames: Array<SentTouches> = [];
  return {
    add(books, { atMs, timestampMs }) {
      // Drops half at a time, so that a full log does not shift on every frame.
      if (frames.length >= FRAMES_MAX) frames = frames.slice(-FRAMES_MAX / 2);
      const tokens = books.map(({ tokenId, bids, asks, tickE6 }) => ({
        token_id: tokenId,
        bid: sentLevel(bids.at(-1)),
        ask: sentLevel(asks.at(-1)),
        tick_size: formatE6(tickE6),
      }));
      frames.push({ at_ms: atMs, timestamp_ms: timestampMs, tokens });
    },
    take() {
      const taken = frames;
      frames = [];
      return taken;
    },
  };
}

function sentLevel(level: Level | undefined): SentLevel {
  return level === undefined ? null : [formatE6(level.priceE6), formatE6(level.sizeE6)];
}
