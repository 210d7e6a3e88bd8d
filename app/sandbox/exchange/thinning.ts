/**
 * What streams leave out on a very fast clock, where no network would carry everything.
 *
 * Up to 120 virtual seconds a second all is sent. Above, seconds are cut into groups of `stride`,
 * and only the last second of a group and the first of the next are sent. A stride divides 300,
 * so whatever begins every five minutes, or every hour, begins inside of what is sent.
 *
 * @module
 */

const WINDOW_SEC = 300;

/** Whether what happens at an instant, in unix milliseconds, is sent. */
export function isSentAt(instantMs: number, stride: number): boolean {
  const inGroup = Math.floor(instantMs / 1000) % stride;
  return inGroup === 0 || inGroup === stride - 1;
}

/** Which five minutes hold an instant. */
export function windowOf(instantMs: number): number {
  return Math.floor(instantMs / (WINDOW_SEC * 1000));
}
