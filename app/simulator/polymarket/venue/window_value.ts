/**
 * The two prices that decide an up-or-down window, and the one in between: from the world's oracle
 * and exchange, or from recorded points and reports. Recordings of the exchange's simulators do not
 * apply here.
 *
 * @module
 */
import {
  type Asset,
  type Interval,
  type MarketWindow,
  type VenueProfile,
} from "../../../../core/market/mod.ts";
import {
  type ExchangeMarket,
  type OracleStream,
  type TargetRule,
  targetRule,
  twapWindowOf,
} from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { makeCache } from "../../kit/cache.ts";
import { type World } from "../../world/world.ts";
import { type WorldTape } from "../../world/world_tape.ts";
import { makeOracleValues, type RecordedNumbers } from "./oracle_value.ts";

/** A window of one asset. Its interval selects the rule that decides it. */
export interface DecidedWindow {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly startSec: number;
  readonly endSec: number;
}

/** Both prices of a window, if published. */
export interface PublishedValues {
  readonly opening: bigint | undefined;
  readonly closing: bigint | undefined;
}

/** Prices of windows in USD, scaled by 10^18. */
export interface WindowValues {
  /** Returns the price at the start, which is the target. */
  opening(window: DecidedWindow): bigint;
  /** Returns the price at the end: up if it is not below the opening. */
  closing(window: DecidedWindow): bigint;
  /** Returns the closing price if nothing moved after an instant inside the window. */
  current(window: DecidedWindow, nowSec: number): bigint;
  /**
   * Returns the published prices of a window, by the stream that decides it or by another one:
   * undefined if a recording lacks exactly that second.
   */
  published(window: DecidedWindow, by?: OracleStream): PublishedValues;
  /** Returns the oracle's stream that decides a window; undefined if the exchange decides. */
  stream(window: DecidedWindow): OracleStream | undefined;
}

const E8_TO_E18 = 10n ** 10n;
const MINUTE_SEC = 60;

/** Makes the values of one world under a profile. */
export function makeWindowValues(
  world: World,
  profile: VenueProfile,
  { recorded, reports }: RecordedNumbers = {},
): WindowValues {
  const oracle = makeOracleValues(world, { recorded, reports });
  const exchange = makeExchangeValues(world);
  const opening = (window: DecidedWindow): bigint => {
    const { asset, startSec } = window;
    const rule = ruleOf(profile, window);
    return rule.kind === "report"
      ? oracle.settled({ asset, stream: rule.stream, sec: startSec })
      : exchange.opening(window, rule);
  };
  const closing = (window: DecidedWindow): bigint => {
    const { asset, endSec } = window;
    const rule = ruleOf(profile, window);
    return rule.kind === "report"
      ? oracle.settled({ asset, stream: rule.stream, sec: endSec })
      : exchange.closing(window, rule);
  };
  return {
    opening,
    closing,
    current(window, nowSec) {
      const { asset, endSec } = window;
      const rule = ruleOf(profile, window);
      if (rule.kind !== "report") return exchange.lastTradeE18(asset, nowSec);
      const { stream } = rule;
      if (recorded?.covers(asset, nowSec) === true) {
        return oracle.settled({ asset, stream, sec: nowSec });
      }
      // The past seconds of the closing average are known.
      const price = world.price(asset);
      const nowE18 = price.spotPriceE18(nowSec);
      const lookBackSec = twapWindowOf(stream) ?? 1;
      const fromSec = endSec - lookBackSec + 1;
      if (nowSec < fromSec) return nowE18;
      let sum = nowE18 * BigInt(Math.max(0, endSec - nowSec));
      for (let sec = fromSec; sec <= nowSec; sec++) sum += price.spotPriceE18(sec);
      return sum / BigInt(lookBackSec);
    },
    published(window, by) {
      const { asset, startSec, endSec } = window;
      const rule = ruleOf(profile, window);
      const stream = by ?? (rule.kind === "report" ? rule.stream : undefined);
      if (stream === undefined) return { opening: opening(window), closing: closing(window) };
      return {
        opening: oracle.published({ asset, stream, sec: startSec }),
        closing: oracle.published({ asset, stream, sec: endSec }),
      };
    },
    stream(window) {
      const rule = ruleOf(profile, window);
      return rule.kind === "report" ? rule.stream : undefined;
    },
  };
}

function ruleOf(profile: VenueProfile, { interval, startSec, endSec }: DecidedWindow): TargetRule {
  return targetRule(
    profile,
    {
      interval,
      startSec: UnixSec(startSec),
      endSec: UnixSec(endSec),
    } satisfies MarketWindow,
  );
}

type ExchangeRule = Exclude<TargetRule, { readonly kind: "report" }>;

const PRICES_CACHED = 8_192;

/** Returns the same two prices for windows decided by the exchange's trades. */
function makeExchangeValues(world: World) {
  const tape = (asset: Asset): WorldTape | undefined =>
    tapeIn(world, "spot", asset) ?? tapeIn(world, "futures", asset);
  const lastTradeE18 = (asset: Asset, beforeSec: number): bigint => {
    const minute = Math.floor(beforeSec / MINUTE_SEC);
    const trades = tape(asset);
    const last = trades?.trades(minute).findLast(({ atMs }) => atMs < beforeSec * 1000) ??
      trades?.trades(minute - 1).at(-1);
    return BigInt(last?.priceE8 ?? 0) * E8_TO_E18;
  };
  const cache = makeCache<string, bigint>(PRICES_CACHED);
  return {
    lastTradeE18,
    opening: ({ asset, startSec }: DecidedWindow, rule: ExchangeRule): bigint =>
      cache(`${asset}:${rule.kind}:${startSec}`, () => {
        if (rule.kind === "minute_close") return lastTradeE18(asset, rule.minuteSec + MINUTE_SEC);
        const [first] = tape(asset)?.trades(Math.floor(startSec / MINUTE_SEC)) ?? [];
        return BigInt(first?.priceE8 ?? 0) * E8_TO_E18;
      }),
    closing: ({ asset, startSec, endSec }: DecidedWindow, rule: ExchangeRule): bigint =>
      rule.kind === "minute_close"
        ? lastTradeE18(asset, rule.minuteSec + MINUTE_SEC + endSec - startSec)
        : lastTradeE18(asset, endSec),
  };
}

function tapeIn(world: World, market: ExchangeMarket, asset: Asset): WorldTape | undefined {
  return world.symbols(market).values().find(({ listing }) => listing.asset === asset)?.tape;
}
