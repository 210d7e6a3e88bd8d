/**
 * Whether the data of a source may be redistributed.
 *
 * @module
 */

/** The redistribution terms. `unknown`: the source does not say, which permits nothing. */
export const REDISTRIBUTIONS = ["yes", "no", "unknown"] as const;

/** One of {@linkcode REDISTRIBUTIONS}. */
export type Redistribution = (typeof REDISTRIBUTIONS)[number];
