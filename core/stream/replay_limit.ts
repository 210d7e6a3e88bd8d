/**
 * How much of a topic a reconnecting client gets: the rest is one gap.
 *
 * @module
 */

/** The most windows, or seconds, of a topic that are replayed to a reconnecting client. */
export const REPLAY_MAX = 288;
