/**
 * The delay between a point's second and its publication by the relay.
 *
 * @module
 */
import { hash32, streamOf, unit } from "../../world/hash.ts";

/** Measured on the real relay: points arrive 1.1 to 2.2 s after their second. */
const DELAY_MS_MIN = 1_100;
/** The longest of these delays, in milliseconds. */
export const DELAY_MS_MAX = 2_200;

/**
 * Draws the delay of a second, in milliseconds of the sandbox's clock. A point never overtakes the
 * previous one: it waits for that one instead.
 */
export function makePublishDelay(seed: number): (sec: number) => number {
  const stream = streamOf(seed, "relay delay");
  const drawn = (sec: number) =>
    DELAY_MS_MIN + Math.floor(unit(hash32(stream, sec)) * (DELAY_MS_MAX - DELAY_MS_MIN));
  return (sec) => Math.max(drawn(sec), drawn(sec - 1) - 1_000);
}
