/**
 * The index by which windows are settled: an average of other exchanges' prices, so it strays from
 * the world's by some basis points, which change slowly.
 *
 * @module
 */
import { makeCache } from "../kit/cache.ts";
import { profileOf } from "../world/asset_profile.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { type World } from "../world/world.ts";
import { type WindowSeries } from "./window_series.ts";

/** The index of one asset. */
export interface CryptoIndex {
  /**
   * Returns the plain mean of the 60 values of the seconds that end with this one, in units of the
   * last digit, rounded half up.
   */
  readonly meanTicks: (sec: number) => bigint;
}

const MEAN_SEC = 60;
/** The offset is drawn for every half hour, and lies on the line between two draws. */
const KNOT_SEC = 1_800;
/** Offsets are multiples of 1 / 10^8. */
const ONE_E8 = 100_000_000;
/** The widest offset of an asset of liveliness 1: livelier ones stray more. */
const STRAY_E8 = 75_000;
const PRICE_DIGITS = 18;
/** Of all assets: some days, which is what is asked for again. */
const MEANS_CACHED = 4_096;

/** Makes the indices of a world. */
export function makeCryptoIndices(world: World): (series: WindowSeries) => CryptoIndex {
  const cached = makeCache<string, bigint>(MEANS_CACHED);
  return ({ asset, digits }) => {
    const price = world.price(asset);
    const stream = streamOf(world.seed, `kalshi index:${asset}`);
    const strayE8 = Math.round(STRAY_E8 * profileOf(asset).liveliness);
    const knotE8 = (index: number) => hash32(stream, index) % (2 * strayE8 + 1) - strayE8;
    /** The offset at a second, times {@linkcode KNOT_SEC}; a whole number. */
    const offset = (sec: number) => {
      const index = Math.floor(sec / KNOT_SEC);
      const passedSec = sec - index * KNOT_SEC;
      return knotE8(index) * (KNOT_SEC - passedSec) + knotE8(index + 1) * passedSec;
    };
    const scale = ONE_E8 * KNOT_SEC;
    const divisor = BigInt(MEAN_SEC) * BigInt(scale) * 10n ** BigInt(PRICE_DIGITS - digits);
    const mean = (sec: number) => {
      let sum = 0n;
      for (let at = sec - MEAN_SEC + 1; at <= sec; at++) {
        sum += price.spotPriceE18(at) * BigInt(scale + offset(at));
      }
      return (2n * sum + divisor) / (2n * divisor);
    };
    return { meanTicks: (sec) => cached(`${asset}:${sec}`, () => mean(sec)) };
  };
}
