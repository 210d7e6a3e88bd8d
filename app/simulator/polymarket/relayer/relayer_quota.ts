/**
 * How much a caller may submit: some a minute, and some a day.
 *
 * @module
 */
import { makeFixedWindow, makeSlidingWindow, type RateLimit } from "../../kit/rate_limit.ts";

/** Counts what callers submit. Instants are unix milliseconds on the clock. */
export interface RelayerQuota {
  /** Counts an attempt to submit; returns the milliseconds to wait for one too many. */
  readonly attempts: RateLimit;
  /** Counts what is accepted; returns the milliseconds until the quota is new if it is used up. */
  readonly units: RateLimit;
  /** Sets the units of a day, of which nothing is used then. */
  setDay(units: number): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Observed. Of a builder that was not verified, about. */
const ATTEMPTS_MAX = 25;
const UNITS_MAX = 100;

/** Makes a quota of which nothing is used. On a fast clock a minute has more attempts. */
export function makeRelayerQuota(speed: number): RelayerQuota {
  const faster = Math.max(1, speed);
  let ofDay = makeFixedWindow(UNITS_MAX, DAY_MS);
  return {
    attempts: makeSlidingWindow(Math.floor(ATTEMPTS_MAX * faster), MINUTE_MS * faster),
    units: { take: (key, nowMs) => ofDay.take(key, nowMs) },
    setDay: (units) => void (ofDay = makeFixedWindow(units, DAY_MS)),
  };
}
