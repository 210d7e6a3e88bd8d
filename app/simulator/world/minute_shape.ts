/**
 * A price's movement between two whole minutes: a bridge from a small table, added to the line.
 *
 * @module
 */
import { hash32, makeDraw, streamOf } from "./hash.ts";
import { type Segment } from "./minute_path.ts";

/** Seconds in a minute. */
const SECONDS = 60;
const SHAPES = 64;

/** One asset's movement inside minutes. */
export interface MinuteShape {
  /** How far a second can exceed both ends of its minute, in USD. */
  readonly strayUsd: number;
  /** Returns the offsets of a minute's 60 seconds from the line between its ends, in USD. */
  offsetsUsd(minute: number): Float64Array;
}

/**
 * Makes the shapes of one asset under a seed. `strayUsd` scales them: it is their maximum distance
 * from the line.
 */
export function makeMinuteShape(seed: number, name: string, strayUsd: number): MinuteShape {
  const pick = streamOf(seed, `shape:${name}`);
  const draw = makeDraw(streamOf(seed, `shapes:${name}`));
  const shapes = Array.from({ length: SHAPES }, () => bridge(draw, strayUsd));
  const flat = new Float64Array(SECONDS);
  return {
    strayUsd,
    offsetsUsd: (minute) => shapes[hash32(pick, minute) % SHAPES] ?? flat,
  };
}

/** Returns a random walk of 60 steps, tilted to end where it began, scaled to `strayUsd`. */
function bridge(draw: () => number, strayUsd: number): Float64Array {
  const walk = [0];
  for (let second = 1; second <= SECONDS; second++) {
    walk.push((walk[second - 1] ?? 0) + draw() - draw());
  }
  const drift = (walk[SECONDS] ?? 0) / SECONDS;
  const tilted = walk.slice(0, SECONDS).map((value, second) => value - drift * second);
  const widest = tilted.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Float64Array.from(tilted, (value) => (value / widest) * strayUsd);
}

/** Returns the price at a second (0 to 59) of a minute, in USD. */
export function priceUsd(segment: Segment, offsetsUsd: Float64Array, second: number): number {
  const { startUsd, endUsd } = segment;
  return startUsd + ((endUsd - startUsd) * second) / SECONDS + (offsetsUsd[second] ?? 0);
}
