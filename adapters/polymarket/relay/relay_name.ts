/**
 * The name of the relay's connection.
 *
 * @module
 */

/** The name in the log, in failures and on the status page. */
export const RELAY = "relay";
