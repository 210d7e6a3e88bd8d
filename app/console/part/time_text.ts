/**
 * Instants as text, always in UTC. Only the games have a choice of zones: see `games/zone_time.ts`.
 *
 * @module
 */

/** Returns unix seconds as ISO 8601 UTC. */
export function isoOf(sec: number): string {
  return new Date(sec * 1000).toISOString();
}

/** Returns the UTC day of unix seconds, `2026-11-23`. */
export function dayOf(sec: number): string {
  return isoOf(sec).slice(0, 10);
}

/** Returns the time of day of unix seconds, `12:05`, with its seconds only where it has some. */
export function clockText(sec: number): string {
  return isoOf(sec).slice(11, sec % 60 === 0 ? 16 : 19);
}

/** Returns an instant, ISO 8601 UTC, to the second: `2026-11-23 12:05:07`. */
export function utcText(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** Returns a window, `2026-11-23 12:05 to 12:10`; its last day only where it is another. */
export function windowText(startSec: number, endSec: number): string {
  const startDay = dayOf(startSec);
  const endDay = dayOf(endSec);
  const end = (endDay === startDay ? "" : `${endDay} `) + clockText(endSec);
  return `${startDay} ${clockText(startSec)} to ${end}`;
}
