/**
 * Whether the oracle's stream runs: while one of its connections at least brings reports.
 *
 * @module
 */
import type { LiveEvent } from "../../core/port/mod.ts";

/** Tells whenever that changes, and not before something is known. */
export interface LinkState {
  /** The connections are replaced on purpose: they are not lost until the new ones fail. */
  readonly reset: () => void;
  /** A connection brought a report. Connections are named by their origin. */
  readonly delivers: (origin: string | undefined) => void;
  /** A connection is gone, or could not be made. */
  readonly lost: (origin: string | undefined) => void;
}

/** Nothing is known yet. */
export function makeLinkState(tell: (event: LiveEvent) => void): LinkState {
  const delivering = new Set<string | undefined>();
  let toldUp: boolean | undefined;
  const judge = () => {
    const isUp = delivering.size > 0;
    if (isUp === toldUp) return;
    toldUp = isUp;
    tell({ kind: "link", provider: "oracle", isUp });
  };
  return {
    reset: () => delivering.clear(),
    delivers: (origin) => {
      delivering.add(origin);
      judge();
    },
    lost: (origin) => {
      delivering.delete(origin);
      judge();
    },
  };
}
