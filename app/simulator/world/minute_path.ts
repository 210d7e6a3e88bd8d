/**
 * The price of an asset at every whole minute: value noise on a binary tree of time.
 *
 * A node of level n spans 2^n minutes. Its middle is the mean of its two ends, moved by a hash of
 * the node, at most by the level's amplitude. So any minute is computed by descending from a root,
 * never along time, and the amplitudes below a node bound its prices, which lets a search for the
 * highest price skip most of a day.
 *
 * @module
 */
import { hash32, signedUnit, streamOf } from "./hash.ts";
import { type AssetProfile } from "./asset_profile.ts";

/** Roots span 2^18 minutes, half a year. */
export const LEVEL_MAX = 18;

/** The prices at the two ends of a minute, in USD. */
export interface Segment {
  readonly startUsd: number;
  readonly endUsd: number;
}

/** One asset's tree. Minutes and nodes count from 1970-01-01T00:00Z. */
export interface MinutePath {
  /** Returns the price at the left end of a root. */
  rootUsd(root: number): number;
  /** Returns the price in the middle of a node, from those at its ends. `level` is at least 1. */
  middleUsd(node: { level: number; index: number }, startUsd: number, endUsd: number): number;
  /** Returns how far a minute inside a node of this level can exceed both of its ends, in USD. */
  readonly strayUsd: ReadonlyArray<number>;
  /** Returns the ends of the minute `[minute, minute + 1)`. */
  segment(minute: number): Segment;
}

/** Maximum difference of a root from the base price, as a fraction of it. */
const ROOT_AMPLITUDE = 0.35;
/** Amplitude of the finest level, as a fraction of the base price: about 2.2 % a day. */
const LEVEL_1_AMPLITUDE = 0.00071;
/** Beyond about a day and a half movements stop growing, so that prices stay far above zero. */
const AMPLITUDE_MAX = 0.025;
/** The square root of two: variance grows with time. */
const SQRT_2 = 1.4142135623730951;

/** Makes the tree of one asset under a seed. `name` keeps assets apart. */
export function makeMinutePath(seed: number, name: string, profile: AssetProfile): MinutePath {
  const { baseUsd, liveliness } = profile;
  const rootStream = streamOf(seed, `root:${name}`);
  const streams: number[] = [0];
  const amplitudes: number[] = [0];
  const strayUsd: number[] = [0];
  let amplitude = LEVEL_1_AMPLITUDE;
  for (let level = 1; level <= LEVEL_MAX; level++) {
    streams.push(streamOf(seed, `level:${name}:${level}`));
    amplitudes.push(Math.min(amplitude, AMPLITUDE_MAX) * baseUsd * liveliness);
    strayUsd.push((strayUsd[level - 1] ?? 0) + (amplitudes[level] ?? 0));
    amplitude *= SQRT_2;
  }
  const rootUsd = (root: number) =>
    baseUsd * (1 + ROOT_AMPLITUDE * signedUnit(hash32(rootStream, root)));
  const middle = (level: number, index: number, startUsd: number, endUsd: number) =>
    (startUsd + endUsd) / 2 +
    (amplitudes[level] ?? 0) * signedUnit(hash32(streams[level] ?? 0, index));
  return {
    rootUsd,
    middleUsd: ({ level, index }, startUsd, endUsd) => middle(level, index, startUsd, endUsd),
    strayUsd,
    segment(minute) {
      const root = minute >>> LEVEL_MAX;
      let startUsd = rootUsd(root);
      let endUsd = rootUsd(root + 1);
      for (let level = LEVEL_MAX; level >= 1; level--) {
        const middleUsd = middle(level, minute >>> level, startUsd, endUsd);
        if ((minute >>> (level - 1)) & 1) startUsd = middleUsd;
        else endUsd = middleUsd;
      }
      return { startUsd, endUsd };
    },
  };
}
