/**
 * The liquidity other than the users' orders: the world's levels, or replacement levels, minus what
 * was taken from them.
 *
 * Liquidity taken from a level of the world is gone until the world changes that level's size, and
 * for 30 seconds of the clock at most: then the level has refilled. Liquidity taken from a
 * replacement level never returns. Both outcomes are one book seen from two sides, so taking from
 * one reduces the other, unless each has a replacement book.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type Level, type Levels } from "./level.ts";
import { type Side } from "./market_feed.ts";
import { ONE_E6 } from "./micro_units.ts";
import { otherTokenOf, type TradedMarket } from "./traded_market.ts";
import { mirror } from "./world_levels.ts";

/** A taker's consumption of a level. */
export interface Taking {
  readonly tokenId: string;
  /** The taker's side. */
  readonly side: Side;
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
}

/** The levels of every token. */
export interface Liquidity {
  /** Returns the levels now, worst first. */
  levels(market: TradedMarket, tokenId: string): Levels;
  take(market: TradedMarket, taking: Taking): void;
  /** Returns whether the world trades here: in what was put or staged, nobody else does. */
  isWorlds(market: TradedMarket): boolean;
  /** Replaces the token's levels from now on. */
  put(tokenId: string, levels: Levels): void;
}

/** Returns the world's own levels of a token. */
export type WorldLevels = (tokenId: string, nowMs: number) => Levels | undefined;

const REFILL_MS = 30_000;
/** Levels that something was taken from: far more than there are trades in that time. */
const USED_MAX = 16_384;
/** Tokens with replacement levels, the oldest of which then are the world's again. */
const REPLACED_MAX = 10_000;
const NOTHING: Levels = { bids: [], asks: [] };

interface Used {
  readonly usedE6: bigint;
  /** The level's size in the world when it was first taken from. */
  readonly worldSizeE6: bigint;
  readonly sinceMs: number;
}

/** Makes liquidity with nothing taken or replaced. */
export function makeLiquidity(
  { worldLevels, nowMs, kept = UNKEPT }: {
    readonly worldLevels: WorldLevels;
    readonly nowMs: () => number;
    readonly kept?: KeptMaps;
  },
): Liquidity {
  const overrides = kept.map<Levels>("replacement levels", REPLACED_MAX);
  const used = kept.map<Used>("taken levels", USED_MAX);

  const usedOf = (key: string, { sizeE6 }: Level): Used | undefined => {
    const found = used.get(key);
    const isInForce = found !== undefined && found.worldSizeE6 === sizeE6 &&
      nowMs() - found.sinceMs < REFILL_MS;
    return isInForce ? found : undefined;
  };
  const rest = (tokenId: string, side: "bids" | "asks") => (level: Level): Level => {
    const found = usedOf(keyOf(tokenId, side, level.priceE6), level);
    return found === undefined ? level : { ...level, sizeE6: level.sizeE6 - found.usedE6 };
  };
  /** Returns the token under which the levels are stored, and the levels. */
  const storedLevels = (
    market: TradedMarket,
    tokenId: string,
  ): [tokenId: string, levels: Levels] => {
    for (const each of [tokenId, otherTokenOf(market, tokenId)]) {
      const levels = overrides.get(each);
      if (levels !== undefined) return [each, levels];
    }
    const [first] = market.tokenIds;
    const { bids, asks } = worldLevels(first, nowMs()) ?? NOTHING;
    const isLeft = ({ sizeE6 }: Level) => sizeE6 > 0n;
    return [first, {
      bids: bids.map(rest(first, "bids")).filter(isLeft),
      asks: asks.map(rest(first, "asks")).filter(isLeft),
    }];
  };
  const takeFromWorld = (tokenId: string, side: "bids" | "asks", taken: Level) => {
    const level = worldLevels(tokenId, nowMs())?.[side]
      .find(({ priceE6 }) => priceE6 === taken.priceE6);
    if (level === undefined) return;
    const key = keyOf(tokenId, side, taken.priceE6);
    const before = usedOf(key, level);
    used.setNewest(key, {
      usedE6: (before?.usedE6 ?? 0n) + taken.sizeE6,
      worldSizeE6: level.sizeE6,
      sinceMs: before?.sinceMs ?? nowMs(),
    });
  };

  return {
    levels(market, tokenId) {
      const [storedId, levels] = storedLevels(market, tokenId);
      return storedId === tokenId ? levels : mirror(levels);
    },
    take(market, { tokenId, side, priceE6, sizeE6 }) {
      const [storedId, levels] = storedLevels(market, tokenId);
      const isMirrored = storedId !== tokenId;
      const from = (side === "BUY") === isMirrored ? "bids" : "asks";
      const taken = { priceE6: isMirrored ? ONE_E6 - priceE6 : priceE6, sizeE6 };
      if (!overrides.has(storedId)) return takeFromWorld(storedId, from, taken);
      overrides.set(storedId, { ...levels, [from]: without(levels[from], taken) });
    },
    isWorlds: ({ tokenIds }) =>
      !tokenIds.some((tokenId) => overrides.has(tokenId)) &&
      worldLevels(tokenIds[0], nowMs()) !== undefined,
    put: (tokenId, levels) => overrides.set(tokenId, levels),
  };
}

function keyOf(tokenId: string, side: "bids" | "asks", priceE6: bigint): string {
  return `${tokenId} ${side} ${priceE6}`;
}

function without(levels: ReadonlyArray<Level>, taken: Level): ReadonlyArray<Level> {
  return levels
    .map((level) =>
      level.priceE6 === taken.priceE6 ? { ...level, sizeE6: level.sizeE6 - taken.sizeE6 } : level
    )
    .filter(({ sizeE6 }) => sizeE6 > 0n);
}
