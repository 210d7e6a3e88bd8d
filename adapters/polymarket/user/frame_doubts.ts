/**
 * Counts what the venue wrote of trades and orders that could not be read, for the log.
 *
 * @module
 */
import { Effect } from "effect";

/** The shortest time between two warnings in the log, in machine time. */
const WARNING_EVERY_MS = 60_000;

/** Counts doubts; what the log says of them quotes nothing of what was read. */
export interface FrameDoubts {
  readonly add: (doubts: ReadonlyArray<string>) => void;
  /** Returns the warning that is due, of all since the one before; undefined where none is. */
  readonly due: (nowMs: number) => Effect.Effect<void> | undefined;
}

/** Makes a count of nothing. */
export function makeFrameDoubts(): FrameDoubts {
  let warnedAtMs = -Infinity;
  let count = 0;
  let last = "";
  return {
    add: (doubts) => {
      count += doubts.length;
      last = doubts.at(-1) ?? last;
    },
    due: (nowMs) => {
      if (count === 0 || nowMs - warnedAtMs < WARNING_EVERY_MS) return undefined;
      const about = { count, detail: last };
      [warnedAtMs, count] = [nowMs, 0];
      return Effect.annotateLogs(
        Effect.logWarning("Ignored something of the venue's user events"),
        about,
      );
    },
  };
}
