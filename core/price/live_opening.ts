/**
 * Live openings: the windows whose target a newly published report or trade decides.
 *
 * @module
 */
import {
  type Asset,
  INTERVALS,
  type MarketWindow,
  providerOf,
  type VenueProfile,
  windowContaining,
  windowsStartingIn,
} from "../market/mod.ts";
import { UnixSec } from "../time/mod.ts";
import { type OraclePrice } from "./oracle_price.ts";
import { type Target, type TargetQuery } from "./target.ts";
import { type TargetRule, targetRule } from "./target_rule.ts";
import { type Trade, tradeTarget } from "./trade.ts";

/** A target that was just decided, with the query that it answers. */
export interface LiveOpening {
  readonly query: TargetQuery;
  readonly target: Target;
}

/**
 * Two consecutive trades of one symbol, the later one in a later hour.
 *
 * Together they prove an opening: a trade is known to be the first of its hour only together with
 * the last trade before it.
 */
export interface HourRollover {
  readonly last: Trade;
  readonly first: Trade;
}

/**
 * Returns the oracle's windows whose start a price covers, under the rule in force for each.
 * `target` is the target that the price gives them.
 */
export function openedByPrice(
  profile: VenueProfile,
  asset: Asset,
  { price, target }: { readonly price: OraclePrice; readonly target: Target },
): ReadonlyArray<LiveOpening> {
  const range = {
    startSec: UnixSec(price.validFromSec),
    endSec: UnixSec(price.observedSec + 1),
  };
  return INTERVALS.filter((interval) => providerOf(interval) === "oracle").flatMap((interval) =>
    [...windowsStartingIn(profile.calendar, interval, range)].flatMap((window) => {
      const rule = targetRule(profile, window);
      if (rule.kind !== "report" || rule.stream !== price.stream) return [];
      return [{ query: { asset, window, rule }, target }];
    })
  );
}

/**
 * Returns the exchange's windows that began between the two trades and that the trades decide.
 *
 * A window that ended before the first trade has no opening. A target that is the close of a minute
 * still running is decided by the candle instead.
 */
export function openedByRollover(
  profile: VenueProfile,
  asset: Asset,
  rollover: HourRollover,
): ReadonlyArray<LiveOpening> {
  const firstSec = UnixSec(Math.floor(rollover.first.tradedAtMs / 1000));
  return INTERVALS.filter((interval) => providerOf(interval) === "exchange").flatMap((interval) => {
    const window = windowContaining(profile.calendar, interval, firstSec);
    if (window.startSec * 1000 <= rollover.last.tradedAtMs) return [];
    const rule = targetRule(profile, window);
    const target = decidedBy(rule, window, rollover);
    return target === undefined ? [] : [{ query: { asset, window, rule }, target }];
  });
}

function decidedBy(
  rule: TargetRule,
  window: MarketWindow,
  { last, first }: HourRollover,
): Target | undefined {
  switch (rule.kind) {
    case "first_trade":
      return tradeTarget(first, "aggTrades");
    // A day's candle opens with its first trade.
    case "day_candle":
      return tradeTarget(first, "klines");
    // The candle that ended when the window began closed with the last trade before it.
    case "minute_close":
      return rule.minuteSec + 60 === window.startSec ? tradeTarget(last, "klines_1m") : undefined;
    default:
      return undefined;
  }
}
