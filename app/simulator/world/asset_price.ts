/**
 * The oracle's prices of an asset: one per second, and the seconds it misses.
 *
 * @module
 */
import { profileOf } from "./asset_profile.ts";
import { hash32, signedUnit, streamOf, unit } from "./hash.ts";
import { makeMinutePath, type MinutePath } from "./minute_path.ts";
import { makeMinuteShape, type MinuteShape, priceUsd } from "./minute_shape.ts";
import { type Asset } from "../../../core/market/mod.ts";

/** One asset of the world. The exchange's trades follow the same path and shapes. */
export interface AssetPrice {
  readonly path: MinutePath;
  readonly shape: MinuteShape;
  /** Returns the oracle's price at a unix second, always positive. */
  spotPriceE18(sec: number): bigint;
  /**
   * Returns whether the oracle publishes no report for this second; seldom for more than five in a
   * row.
   */
  isMissed(sec: number): boolean;
}

/** Maximum distance of a second from its minute's line, as a fraction of the base price. */
const SHAPE_STRAY = 0.00055;
/** The independent noise of each second's price. */
const SECOND_JITTER = 0.00002;

/** The chance of a single missed second, and of one at the start of a market window. */
const MISS_CHANCE = 0.003;
const MISS_AT_WINDOW_CHANCE = 0.02;
const WINDOW_SEC = 300;
/** Occasionally a few consecutive seconds are missed: computed per block of this many seconds. */
const BLOCK_SEC = 64;
const BLOCK_MISS_CHANCE = 0.02;
const BLOCK_MISS_SEC_MIN = 2;
const BLOCK_MISS_SEC_MAX = 5;

const MICRO = 1_000_000;
/** Six decimals come from the path; the hash gives the twelve after them. */
const MICRO_E18 = 1_000_000_000_000n;

/** Builds one asset of the world. */
export function makeAssetPrice(seed: number, asset: Asset): AssetPrice {
  const profile = profileOf(asset);
  const scaleUsd = profile.baseUsd * profile.liveliness;
  const path = makeMinutePath(seed, asset, profile);
  const shape = makeMinuteShape(seed, asset, scaleUsd * SHAPE_STRAY);
  const jitter = streamOf(seed, `jitter:${asset}`);
  const digits = streamOf(seed, `digits:${asset}`);
  const moreDigits = streamOf(seed, `more digits:${asset}`);
  return {
    path,
    shape,
    spotPriceE18(sec) {
      const minute = Math.floor(sec / 60);
      const second = sec - minute * 60;
      const usd = priceUsd(path.segment(minute), shape.offsetsUsd(minute), second) +
        scaleUsd * SECOND_JITTER * signedUnit(hash32(jitter, sec));
      const low = (hash32(digits, sec) % MICRO) * MICRO + hash32(moreDigits, sec) % MICRO;
      return BigInt(Math.floor(usd * MICRO)) * MICRO_E18 + BigInt(low);
    },
    isMissed: makeIsMissed(seed, asset),
  };
}

function makeIsMissed(seed: number, asset: Asset): (sec: number) => boolean {
  const single = streamOf(seed, `miss:${asset}`);
  const block = streamOf(seed, `miss block:${asset}`);
  const where = streamOf(seed, `miss block at:${asset}`);
  return (sec) => {
    const chance = sec % WINDOW_SEC === 0 ? MISS_AT_WINDOW_CHANCE : MISS_CHANCE;
    if (unit(hash32(single, sec)) < chance) return true;
    const index = Math.floor(sec / BLOCK_SEC);
    if (unit(hash32(block, index)) >= BLOCK_MISS_CHANCE) return false;
    // The run lies well inside its block, so that two runs never touch.
    const at = hash32(where, index);
    const lengthSec = BLOCK_MISS_SEC_MIN + at % (BLOCK_MISS_SEC_MAX - BLOCK_MISS_SEC_MIN + 1);
    const fromSec = 8 + (at >>> 8) % (BLOCK_SEC - 24);
    const inBlock = sec - index * BLOCK_SEC;
    return inBlock >= fromSec && inBlock < fromSec + lengthSec;
  };
}
