/**
 * Whether what a source says may be passed on to others.
 *
 * @module
 */

/** `unknown`: the source says nothing about it, which permits nothing. */
export const REDISTRIBUTIONS = ["yes", "no", "unknown"] as const;

/** One of {@linkcode REDISTRIBUTIONS}. */
export type Redistribution = (typeof REDISTRIBUTIONS)[number];
