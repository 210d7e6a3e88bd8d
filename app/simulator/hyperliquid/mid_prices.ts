/**
 * The mid price of every coin at an instant: the world's, and the overrides.
 *
 * @module
 */
import { hash32, signedUnit, streamOf } from "../world/hash.ts";
import { type World } from "../world/world.ts";
import { coinOf, type OutcomeSide, sideOf } from "./coin.ts";
import { type FairPrice } from "./fair_price.ts";
import { type ListedOutcome, outcomesOf, type ServedListing } from "./listed_outcome.ts";
import { markPrice, PERPS } from "./perp.ts";
import { makeSideGaps } from "./side_gap.ts";

/** Prices as decimal strings. Instants are unix seconds. */
export interface MidPrices {
  /** Returns all coins that have a price now. */
  mids(listing: ServedListing, sec: number): ReadonlyMap<string, string>;
  /** Merges overrides into the earlier ones; null removes a coin's price. */
  put(mids: ReadonlyMap<string, string | null>): void;
  /** Removes the overrides of an outcome. */
  drop(outcome: number): void;
  /** A version that grows with every override. */
  readonly version: () => number;
}

/** Bounds of outcome prices. */
const MID_MIN = 0.001;
const MID_MAX = 0.999;
const DECIMALS_MIN = 3;
const DECIMALS_MAX = 5;
/** The two sides have separate books, and their sum differs from 1 by up to twice this. */
const STRAY = 0.0004;
const STRAY_SEC = 60;

/** Makes the prices of one world, without overrides. */
export function makeMidPrices(world: World, fair: FairPrice): MidPrices {
  const stray = streamOf(world.seed, "venue2 mid");
  const isMissing = makeSideGaps(world.seed);
  const overrides = new Map<string, string | null>();
  let hasOverrides = false;
  let version = 0;

  const worldMid = (outcome: ListedOutcome, side: 0 | 1, sec: number): string | undefined => {
    const chance = fair(outcome, sec);
    if (chance === undefined) return undefined;
    const stream = hash32(hash32(stray, outcome.outcome), side);
    const own = side === outcome.yesSide ? chance : 1 - chance;
    const mid = own + STRAY * signedUnit(hash32(stream, Math.floor(sec / STRAY_SEC)));
    return midText(Math.min(Math.max(mid, MID_MIN), MID_MAX));
  };
  const midOfSide = (served: ServedListing, { outcome, side }: OutcomeSide, sec: number) => {
    const listed = outcomesOf(served.listing).get(outcome);
    if (listed === undefined) return undefined;
    const isDaily = !served.isReplaced && listed.facts.get("class") === "priceBinary";
    if (isDaily && isMissing({ outcome, side }, sec)) return undefined;
    return worldMid(listed, side, sec);
  };
  const mid = (coin: string, served: ServedListing, sec: number): string | undefined => {
    const override = overrides.get(coin);
    if (override !== undefined) return override ?? undefined;
    const perp = PERPS.get(coin);
    if (perp !== undefined) return markPrice(world, perp, sec);
    const side = sideOf(coin);
    return side === undefined || hasOverrides ? undefined : midOfSide(served, side, sec);
  };
  return {
    mids(served, sec) {
      const outcomes = hasOverrides ? [] : [...outcomesOf(served.listing).keys()];
      const sides = outcomes.flatMap((outcome) =>
        ([0, 1] as const).map((side) => coinOf({ outcome, side }))
      );
      const found = new Map<string, string>();
      for (const coin of new Set([...PERPS.keys(), ...sides, ...overrides.keys()])) {
        const price = mid(coin, served, sec);
        if (price !== undefined) found.set(coin, price);
      }
      return found;
    },
    put(mids) {
      for (const [coin, price] of mids) overrides.set(coin, price);
      hasOverrides = true;
      version++;
    },
    drop(outcome) {
      for (const side of [0, 1] as const) overrides.delete(coinOf({ outcome, side }));
      version++;
    },
    version: () => version,
  };
}

/** Returns three to five decimals. */
function midText(mid: number): string {
  const text = mid.toFixed(DECIMALS_MAX);
  const least = text.length - (DECIMALS_MAX - DECIMALS_MIN);
  return text.slice(0, least) + text.slice(least).replace(/0+$/, "");
}
