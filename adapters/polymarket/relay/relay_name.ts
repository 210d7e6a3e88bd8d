/**
 * The name under which the relay's connection is known.
 *
 * @module
 */

/** In the log, in failures and on the status page. */
export const RELAY = "relay";
