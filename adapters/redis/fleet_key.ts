/**
 * The names under which a fleet keeps what it shares.
 *
 * @module
 */

/** The version of what is shared: replicas of different versions share nothing. */
const VERSION = 1;

/**
 * Returns a key of a fleet. All keys of a fleet are in one hash slot of a cluster, as some commands
 * need several of them.
 */
export function fleetKey(fleet: string, name: string): string {
  return `{strikeline:fleet:${fleet}}:${VERSION}:${name}`;
}
