/**
 * The relay's refusals.
 *
 * @module
 */

/** An error, and whether the socket closes after it. */
export interface RelayRefusal {
  readonly code: string;
  /** The channel it concerns, as sent. */
  readonly channel?: unknown;
  readonly isLast?: boolean;
}
