/**
 * The status of a game and its allowed transitions.
 *
 * @module
 */

/** Every status. Only the status says whether a game is over. */
export const GAME_STATUSES = ["scheduled", "live", "finished", "postponed", "cancelled"] as const;

/**
 * How long after its kickoff a game may still go on the same day, in seconds: 8 hours, for the
 * longest delays. One that is stopped, or begins, later than that goes on another day.
 */
export const SAME_DAY_SEC_MAX = 8 * 3_600;

/** One of {@linkcode GAME_STATUSES}. */
export type GameStatus = (typeof GAME_STATUSES)[number];

/**
 * The allowed transitions. A scheduled game may become finished, because its live phase may go
 * unobserved. A finished one becomes live again only if the schedule corrects itself.
 */
const FOLLOWERS: Readonly<Record<GameStatus, ReadonlyArray<GameStatus>>> = {
  scheduled: ["live", "finished", "postponed", "cancelled"],
  live: ["finished", "postponed", "cancelled"],
  finished: ["live"],
  postponed: ["scheduled", "live", "finished", "cancelled"],
  cancelled: [],
};

/** Whether a game may change from one status to another. Staying is always allowed. */
export function mayBecome(from: GameStatus, to: GameStatus): boolean {
  return from === to || FOLLOWERS[from].includes(to);
}
