/**
 * The world's trades of one symbol, and candles of whole minutes without generating every trade.
 *
 * @module
 */
import { makeCache } from "../kit/cache.ts";
import { type Activity, makeActivity } from "./activity.ts";
import { profileOf } from "./asset_profile.ts";
import { type AssetPrice } from "./asset_price.ts";
import { hash32, signedUnit, streamOf } from "./hash.ts";
import { LEVEL_MAX, type Segment } from "./minute_path.ts";
import { priceUsd } from "./minute_shape.ts";
import { type ExchangeSymbol } from "./symbol.ts";
import { type Candle, type Trade } from "./trade.ts";

/** One symbol's trades. Minutes count from 1970-01-01T00:00Z. */
export interface WorldTape {
  /** Returns the trades of a minute in order of time, at least two. */
  trades(minute: number): ReadonlyArray<Trade>;
  /** Counts the trades in the minutes `[fromMinute, toMinute)` without generating any. */
  count(fromMinute: number, toMinute: number): number;
  /** Returns the candle of the minutes `[fromMinute, toMinute)`, at least one. */
  candle(fromMinute: number, toMinute: number): Candle;
}

const MINUTE_MS = 60_000;
/** The exchange's distance from the oracle, as a fraction of the base price. */
const BASIS = 0.00012;
const FUTURES_BASIS = -0.0003;
/** Half the spread within which trades bounce. */
const HALF_SPREAD = 0.00001;
/** Keeps bounds above the rounding errors of doubles. */
const BOUND_MARGIN = 1e-9;
/** The value of an ordinary large trade in USD, which sets the quantities. */
const LARGE_TRADE_USD = 2_000;
/** Of one symbol: a minute takes about 5 kB. */
const MINUTES_CACHED = 256;

/** Makes the tape of one symbol around the price of its asset. */
export function makeWorldTape(
  seed: number,
  symbol: ExchangeSymbol,
  price: AssetPrice,
): WorldTape {
  const name = `${symbol.market}:${symbol.symbol}`;
  const { baseUsd } = profileOf(symbol.asset);
  const lotsPerUnit = powerOfTen(symbol.lotDigits);
  const lotsMax = Math.max(4, Math.floor((LARGE_TRADE_USD / baseUsd) * lotsPerUnit));
  const activity = makeActivity(seed, { name, silentChance: symbol.silentChance, lotsMax });
  const prices = makeMinutePrices(seed, { name, symbol, price, activity });
  const lotE8 = powerOfTen(8 - symbol.lotDigits);
  const minutes = makeCache<number, ReadonlyArray<Trade>>(MINUTES_CACHED);

  const draw = (minute: number): ReadonlyArray<Trade> => {
    const { trades, from, factor } = activity.minute(minute);
    const priceE8 = prices.ofMinute(minute, price.path.segment(minute));
    return trades.slice(from).map((trade, i) => ({
      atMs: minute * MINUTE_MS + trade.atMs,
      priceE8: priceE8[i] ?? 0,
      quantityE8: BigInt(trade.lots * factor * lotE8),
      isBuyerMaker: trade.isBuyerMaker,
    }));
  };
  const trades = (minute: number) => minutes(minute, () => draw(minute));

  return {
    trades,
    count: activity.count,
    candle(fromMinute, toMinute) {
      const total = activity.total(fromMinute, toMinute);
      const range = { fromMinute, toMinute };
      return {
        openE8: trades(fromMinute)[0]?.priceE8 ?? 0,
        highE8: extremeE8(prices, price, { ...range, sign: 1 }),
        lowE8: extremeE8(prices, price, { ...range, sign: -1 }),
        closeE8: trades(toMinute - 1).at(-1)?.priceE8 ?? 0,
        count: total.count,
        volumeE8: BigInt(total.lots) * BigInt(lotE8),
        takerVolumeE8: BigInt(total.takerLots) * BigInt(lotE8),
      };
    },
  };
}

interface MinutePrices {
  /** Returns the prices of a minute's trades, in order, scaled by 10^8. */
  ofMinute(minute: number, segment: Segment): ReadonlyArray<number>;
  /** The maximum distance of a trade from both ends of its minute, in USD. */
  readonly strayUsd: number;
  /** Returns a price on the tick grid, scaled by 10^8. */
  roundE8(usd: number): number;
}

function makeMinutePrices(
  seed: number,
  { name, symbol, price, activity }: {
    readonly name: string;
    readonly symbol: ExchangeSymbol;
    readonly price: AssetPrice;
    readonly activity: Activity;
  },
): MinutePrices {
  const { baseUsd } = profileOf(symbol.asset);
  const basisStream = streamOf(seed, `basis:${name}`);
  const ticksPerUnit = powerOfTen(symbol.tickDigits);
  const tickE8 = powerOfTen(8 - symbol.tickDigits);
  const offsetUsd = symbol.market === "futures" ? FUTURES_BASIS * baseUsd : 0;
  const halfSpreadUsd = HALF_SPREAD * baseUsd;
  const basisUsd = (minute: number) =>
    offsetUsd + BASIS * baseUsd * signedUnit(hash32(basisStream, minute));
  const roundE8 = (usd: number) => Math.max(1, Math.round(usd * ticksPerUnit)) * tickE8;
  return {
    roundE8,
    strayUsd: price.shape.strayUsd + Math.abs(offsetUsd) + BASIS * baseUsd + halfSpreadUsd +
      BOUND_MARGIN * baseUsd,
    ofMinute(minute, segment) {
      const { trades, from } = activity.minute(minute);
      const offsets = price.shape.offsetsUsd(minute);
      const startUsd = basisUsd(minute);
      const driftUsd = basisUsd(minute + 1) - startUsd;
      const found: number[] = [];
      for (let i = from; i < trades.length; i++) {
        const trade = trades[i];
        if (trade === undefined) continue;
        const usd = priceUsd(segment, offsets, trade.second) + startUsd +
          (driftUsd * trade.second) / 60 + halfSpreadUsd * trade.jitter;
        found.push(roundE8(usd));
      }
      return found;
    },
  };
}

/**
 * Returns the highest (sign 1) or lowest (sign -1) price of whole minutes: branch and bound over
 * the tree of minutes, the more promising half first.
 */
function extremeE8(
  prices: MinutePrices,
  { path }: AssetPrice,
  range: { readonly fromMinute: number; readonly toMinute: number; readonly sign: 1 | -1 },
): number {
  const { fromMinute, toMinute, sign } = range;
  let best = -Infinity;
  const boundUsd = (a: number, b: number) => Math.max(sign * a, sign * b);
  const search = (level: number, index: number, startUsd: number, endUsd: number): void => {
    const firstMinute = index * 2 ** level;
    if (firstMinute >= toMinute || firstMinute + 2 ** level <= fromMinute) return;
    const reachUsd = boundUsd(startUsd, endUsd) + (path.strayUsd[level] ?? 0) + prices.strayUsd;
    if (sign * prices.roundE8(sign * reachUsd) <= best) return;
    if (level === 0) {
      for (const priceE8 of prices.ofMinute(index, { startUsd, endUsd })) {
        if (sign * priceE8 > best) best = sign * priceE8;
      }
      return;
    }
    const middleUsd = path.middleUsd({ level, index }, startUsd, endUsd);
    const visitLeft = () => search(level - 1, index * 2, startUsd, middleUsd);
    const visitRight = () => search(level - 1, index * 2 + 1, middleUsd, endUsd);
    const isLeftBetter = sign * startUsd > sign * endUsd;
    (isLeftBetter ? visitLeft : visitRight)();
    (isLeftBetter ? visitRight : visitLeft)();
  };
  const lastRoot = (toMinute - 1) >>> LEVEL_MAX;
  for (let root = fromMinute >>> LEVEL_MAX; root <= lastRoot; root++) {
    search(LEVEL_MAX, root, path.rootUsd(root), path.rootUsd(root + 1));
  }
  return sign * best;
}

/** Returns 10^digits, exactly, for 0 to 15 digits. */
function powerOfTen(digits: number): number {
  let power = 1;
  for (let i = 0; i < digits; i++) power *= 10;
  return power;
}
