/**
 * Where a game stands, and what may follow what.
 *
 * @module
 */

/** Every status. Only this says whether a game is over. */
export const GAME_STATUSES = ["scheduled", "live", "finished", "postponed", "cancelled"] as const;

/** One of {@linkcode GAME_STATUSES}. */
export type GameStatus = (typeof GAME_STATUSES)[number];

/**
 * A live phase that nobody saw is implied, so a scheduled game may turn up finished. A finished one
 * goes on only where the spine corrects itself.
 */
const FOLLOWERS: Readonly<Record<GameStatus, ReadonlyArray<GameStatus>>> = {
  scheduled: ["live", "finished", "postponed", "cancelled"],
  live: ["finished", "postponed", "cancelled"],
  finished: ["live"],
  postponed: ["scheduled", "live", "finished", "cancelled"],
  cancelled: [],
};

/** Whether a game may go from one status to the other. Every one may stay. */
export function mayBecome(from: GameStatus, to: GameStatus): boolean {
  return from === to || FOLLOWERS[from].includes(to);
}
