/**
 * Decides which events streams skip on a very fast clock, where no network could carry everything.
 *
 * Up to 120 virtual seconds per real second, everything is sent. Above that, seconds form groups of
 * `stride`, and only the last second of a group and the first of the next are sent. A stride
 * divides 300, so anything that begins every five minutes, or every hour, begins inside a sent
 * second.
 *
 * @module
 */

const WINDOW_SEC = 300;

/** Returns whether events at an instant, in unix milliseconds, are sent. */
export function isSentAt(instantMs: number, stride: number): boolean {
  const inGroup = Math.floor(instantMs / 1000) % stride;
  return inGroup === 0 || inGroup === stride - 1;
}

/** Returns the index of the five minutes that contain an instant. */
export function windowOf(instantMs: number): number {
  return Math.floor(instantMs / (WINDOW_SEC * 1000));
}
