/**
 * A row of any of Kalshi's lists.
 *
 * @module
 */

/** A JSON object as Kalshi sends it. */
export type WireRow = Readonly<Record<string, unknown>>;
