/**
 * Protocols by which the primary venue trades: a property of each market, not of the venue.
 *
 * Source: the venue's documentation of Protocol V2, autumn 2026.
 *
 * @module
 */

/** The protocols that orders can be signed for, in the venue's own spelling. */
export const PROTOCOLS = ["v1", "v2"] as const;

/** One of {@linkcode PROTOCOLS}. */
export type Protocol = (typeof PROTOCOLS)[number];
