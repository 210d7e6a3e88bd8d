/**
 * How much of every second's news the simulated sockets leave out on a very fast clock, where no
 * network would carry everything.
 *
 * @module
 */

const SECONDS_SENT_MAX = 120;
/** Every window's start is a multiple of it, so its divisors are what may be left out. */
const WINDOW_SEC = 300;

/**
 * How many virtual seconds lie between those that are sent: 1 up to a speed of 120, and above it
 * the smallest divisor of 300 that keeps them to 120 in a second of the machine. So at every
 * speed the seconds at which windows begin are among them.
 */
export function strideSecOf(speed: number): number {
  let strideSec = 1;
  while (strideSec < WINDOW_SEC && speed / strideSec > SECONDS_SENT_MAX) {
    do strideSec++; while (WINDOW_SEC % strideSec !== 0);
  }
  return strideSec;
}
