/**
 * The service that a load is for.
 *
 * @module
 */

/** Whom to ask, and as whom. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly walletId: string;
  /** The service's time, in unix seconds. */
  readonly nowSec: () => number;
}
