/**
 * What the relay says no with.
 *
 * @module
 */

/** An error, and whether the socket is closed after it. */
export interface RelayRefusal {
  readonly code: string;
  /** The channel that it is about, as it was sent. */
  readonly channel?: unknown;
  readonly isLast?: boolean;
}
