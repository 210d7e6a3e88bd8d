/**
 * The first leg of a window: the primary venue's own market.
 *
 * @module
 */
import { type Asset, factsOf } from "../market/mod.ts";
import { formatE18, type TargetRule } from "../price/mod.ts";
import type { WindowState } from "../window/mod.ts";
import type { Leg, LegRule } from "./leg.ts";

/** The primary venue's name in legs. */
export const PRIMARY_VENUE = "polymarket";

/** What a primary leg is made of. */
export interface PrimaryParts {
  readonly state: WindowState;
  /** The page of its event. */
  readonly url: string;
  /** What made its target. */
  readonly rule: TargetRule;
  readonly nowMs: number;
}

/** Returns the leg of a window. */
export function primaryLeg({ state, url, rule, nowMs }: PrimaryParts): Leg {
  const { asset, target, close, resolution, window, market } = state;
  const outcome = resolution?.outcome ?? state.outcome;
  return {
    venue: PRIMARY_VENUE,
    id: market?.conditionId ?? null,
    url,
    target: target.priceE18 === null ? null : formatE18(target.priceE18),
    targetState: window.startSec * 1000 > nowMs ? "announced" : target.state,
    targetSource: target.source,
    rule: { ...numbersOf(asset, rule), ...comparisonOf(state) },
    outcome,
    outcomeState: outcome !== null ? "final" : window.endSec * 1000 > nowMs ? "open" : "closed",
    settled: close === null ? null : formatE18(close.priceE18),
    isDisputed: resolution !== null && state.outcome !== null &&
      resolution.outcome !== state.outcome,
    atMs: resolution?.atMs ?? close?.atMs ?? target.atMs,
    comparable: "same_oracle",
    redistributable: "unknown",
  };
}

type Numbers = Pick<LegRule, "index" | "method" | "seconds" | "digits">;

const STREAMS = {
  spot: { method: "spot", seconds: null },
  twap_30: { method: "twap", seconds: 30 },
  twap_60: { method: "twap", seconds: 60 },
} as const;
const CANDLES = {
  first_trade: "first_trade",
  day_candle: "candle_open",
  minute_close: "candle_close",
} as const;

function numbersOf(asset: Asset, rule: TargetRule): Numbers {
  if (rule.kind === "report") {
    const index = `${asset.toUpperCase()}/USD`;
    return { index, ...STREAMS[rule.stream], digits: 18 };
  }
  return {
    index: factsOf(asset).exchangeSymbol,
    method: CANDLES[rule.kind],
    seconds: null,
    digits: null,
  };
}

function comparisonOf({ window }: WindowState): Pick<LegRule, "comparison" | "tie"> {
  return window.interval === "daily"
    ? { comparison: "greater", tie: "split" }
    : { comparison: "greater_or_equal", tie: "up" };
}
