/**
 * Spans of time in words, no more exact than a reader needs.
 *
 * @module
 */

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/** Returns a span such as `12 s`, `3 min`, `2 h 5 min` or `4 d 3 h`, rounded down. */
export function spanText(sec: number): string {
  const whole = Math.max(0, Math.floor(sec));
  if (whole < MINUTE_SEC) return `${whole} s`;
  if (whole < HOUR_SEC) return `${Math.floor(whole / MINUTE_SEC)} min`;
  if (whole < DAY_SEC) return pair(whole, [HOUR_SEC, "h"], [MINUTE_SEC, "min"]);
  return pair(whole, [DAY_SEC, "d"], [HOUR_SEC, "h"]);
}

/** Returns how long ago something was, such as `3 min ago`; the clocks may differ a little. */
export function agoText(sec: number): string {
  return sec < 5 ? "just now" : `${spanText(sec)} ago`;
}

/** Returns what is left until an instant: `4:05`, `1:02:03`; `0:00` once it has passed. */
export function countdownText(leftSec: number): string {
  const left = Math.max(0, Math.ceil(leftSec));
  const hours = Math.floor(left / HOUR_SEC);
  const minutes = Math.floor(left / MINUTE_SEC) % 60;
  const seconds = String(left % MINUTE_SEC).padStart(2, "0");
  return hours === 0
    ? `${minutes}:${seconds}`
    : `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

type Unit = readonly [sec: number, name: string];

function pair(sec: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor(sec % large / small);
  return `${Math.floor(sec / large)} ${largeName}` + (rest === 0 ? "" : ` ${rest} ${smallName}`);
}
