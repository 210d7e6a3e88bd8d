/**
 * What streams leave out on a very fast clock, where no network would carry everything.
 *
 * Up to 120 virtual seconds a second all is sent. Above, seconds are cut into groups of `stride`,
 * and only the last second of a group and the first of the next are sent. A stride divides 300,
 * so whatever begins every five minutes, or every hour, begins inside of what is sent.
 *
 * @module
 */

const SECONDS_SENT_MAX = 120;
const WINDOW_SEC = 300;
const STRIDES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 25, 30, 50, 60, 75, 100, 150, WINDOW_SEC];

/** How many seconds a group has on a clock of this speed; 1 where nothing is left out. */
export function strideOf(speed: number): number {
  return STRIDES.find((stride) => speed / stride <= SECONDS_SENT_MAX) ?? WINDOW_SEC;
}

/** Whether what happens at an instant, in unix milliseconds, is sent. */
export function isSentAt(instantMs: number, stride: number): boolean {
  const inGroup = Math.floor(instantMs / 1000) % stride;
  return inGroup === 0 || inGroup === stride - 1;
}

/** Which five minutes hold an instant. */
export function windowOf(instantMs: number): number {
  return Math.floor(instantMs / (WINDOW_SEC * 1000));
}
