/**
 * The service's clock, as its frames tell it.
 *
 * @module
 */
import { clockMs } from "./timing.ts";

/** Runs on with the machine's clock from the last instant that it was set to. */
export interface ServiceClock {
  /** Unix milliseconds. */
  readonly nowMs: () => number;
  /** Sets it to what a frame says, in unix milliseconds. */
  readonly set: (nowMs: number) => void;
}

/** Returns a clock that shows an instant, in unix milliseconds. */
export function makeServiceClock(nowMs: number): ServiceClock {
  let aheadMs = nowMs - clockMs();
  return {
    nowMs: () => Math.floor(clockMs() + aheadMs),
    set: (nowMs) => {
      aheadMs = nowMs - clockMs();
    },
  };
}
