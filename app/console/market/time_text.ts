/**
 * Instants of the markets as text, in UTC, as the windows are.
 *
 * @module
 */

/** Returns what is left until an instant: `4:05`, `1:02:03`; `0:00` once it has passed. */
export function countdownText(leftSec: number): string {
  const left = Math.max(0, Math.ceil(leftSec));
  const hours = Math.floor(left / 3_600);
  const minutes = Math.floor(left / 60) % 60;
  const seconds = String(left % 60).padStart(2, "0");
  return hours === 0
    ? `${minutes}:${seconds}`
    : `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

/** Returns the time of day of unix seconds, `12:05`, with its seconds only where it has some. */
export function clockText(sec: number): string {
  return isoOf(sec).slice(11, sec % 60 === 0 ? 16 : 19);
}

/** Returns a window, `2026-11-23 12:05 to 12:10`; its last day only where it is another. */
export function windowText(startSec: number, endSec: number): string {
  const startDay = isoOf(startSec).slice(0, 10);
  const endDay = isoOf(endSec).slice(0, 10);
  const end = (endDay === startDay ? "" : `${endDay} `) + clockText(endSec);
  return `${startDay} ${clockText(startSec)} to ${end}`;
}

/** Returns unix seconds as ISO 8601 UTC. */
export function isoOf(sec: number): string {
  return new Date(sec * 1000).toISOString();
}
