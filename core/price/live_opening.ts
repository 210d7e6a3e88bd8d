/**
 * Which windows a report or a trade decides, the moment it is published.
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
import { type Observation } from "./observation.ts";
import { type Target, type TargetQuery } from "./target.ts";
import { type TargetRule, targetRule } from "./target_rule.ts";
import { type Trade, tradeTarget } from "./trade.ts";

/** A window that was just decided, with the question it answers. */
export interface LiveOpening {
  readonly query: TargetQuery;
  readonly target: Target;
}

/**
 * Two trades of one symbol with no trade between them, the later one in a later hour.
 *
 * Together they prove an opening: the first trade of an hour is only known as such beside the last
 * trade before it.
 */
export interface HourTurn {
  readonly last: Trade;
  readonly first: Trade;
}

/**
 * The oracle's windows whose start an observation covers, under the rule in force there. `target`
 * is what it gives them.
 */
export function openedByObservation(
  profile: VenueProfile,
  asset: Asset,
  { observation, target }: { readonly observation: Observation; readonly target: Target },
): ReadonlyArray<LiveOpening> {
  const range = {
    startSec: UnixSec(observation.validFromSec),
    endSec: UnixSec(observation.observedSec + 1),
  };
  return INTERVALS.filter((interval) => providerOf(interval) === "oracle").flatMap((interval) =>
    [...windowsStartingIn(profile.calendar, interval, range)].flatMap((window) => {
      const rule = targetRule(profile, window);
      if (rule.kind !== "report" || rule.stream !== observation.stream) return [];
      return [{ query: { asset, window, rule }, target }];
    })
  );
}

/**
 * The exchange's windows that began between the two trades, as far as the two decide them.
 *
 * A window that ended again before the first trade has no opening, and one whose target is the
 * close of a minute that was still running is for the candle to decide.
 */
export function openedByTurn(
  profile: VenueProfile,
  asset: Asset,
  turn: HourTurn,
): ReadonlyArray<LiveOpening> {
  const firstSec = UnixSec(Math.floor(turn.first.tradedAtMs / 1000));
  return INTERVALS.filter((interval) => providerOf(interval) === "exchange").flatMap((interval) => {
    const window = windowContaining(profile.calendar, interval, firstSec);
    if (window.startSec * 1000 <= turn.last.tradedAtMs) return [];
    const rule = targetRule(profile, window);
    const target = decidedBy(rule, window, turn);
    return target === undefined ? [] : [{ query: { asset, window, rule }, target }];
  });
}

function decidedBy(
  rule: TargetRule,
  window: MarketWindow,
  { last, first }: HourTurn,
): Target | undefined {
  switch (rule.kind) {
    case "first_trade":
      return tradeTarget(first, "aggTrades");
    // A day's candle opens with its first trade.
    case "day_candle":
      return tradeTarget(first, "klines");
    // The candle that ended as the window began closed with the last trade before it.
    case "minute_close":
      return rule.minuteSec + 60 === window.startSec ? tradeTarget(last, "klines_1m") : undefined;
    default:
      return undefined;
  }
}
