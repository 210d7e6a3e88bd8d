/**
 * The share of each second's events that sockets skip on a very fast clock, where no network could
 * carry everything.
 *
 * @module
 */

const SECONDS_SENT_MAX = 120;
/** Every market window's start is a multiple of this, so the strides are its divisors. */
const WINDOW_SEC = 300;

/**
 * Returns the number of virtual seconds between those that are sent: 1 up to a speed of 120, and
 * above it the smallest divisor of 300 that keeps them to 120 per real second. So the seconds at
 * which market windows begin are sent at every speed.
 */
export function strideSecOf(speed: number): number {
  let strideSec = 1;
  while (strideSec < WINDOW_SEC && speed / strideSec > SECONDS_SENT_MAX) {
    do strideSec++; while (WINDOW_SEC % strideSec !== 0);
  }
  return strideSec;
}
