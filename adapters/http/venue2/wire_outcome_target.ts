/**
 * Targets of the secondary venue's markets, as answers carry them.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { e18ToNumber } from "../../../core/price/mod.ts";
import { toIso, UnixSec } from "../../../core/time/mod.ts";
import type { OutcomeTarget } from "../../../core/use_case/venue2/mod.ts";
import {
  formatTradeSlug,
  MARKET_CLASS,
  questionOf,
  type Side,
  targetE18Of,
  TRADE_ORIGIN,
  tradeSlugOf,
} from "../../../core/venue2/mod.ts";
import { IsoWire, nullable, PriceWire, wordSchema } from "../price/wire_target.ts";

const InstantWire = Type.Integer({ description: "Unix seconds" });

const MidWire = nullable(Type.Number({
  description: "Middle price, 0 to 1. Null where the side has none, and once the market is settled",
}));

/** An item of `results`. */
export const OutcomeTargetWire = Type.Object({
  matchType: wordSchema(["exact", "nearest"], {
    description:
      "`exact`: the instant lies in the window, from its start up to, but without, its " +
      "expiry",
  }),
  distanceSeconds: Type.Integer({
    minimum: 0,
    description: "To the nearest second inside the window: 0 if exact, and only then; 1 at the " +
      "expiry itself",
  }),
  outcomeId: Type.Integer({ description: "The venue's number of the market" }),
  marketSlug: Type.String(),
  yesSlug: Type.String(),
  noSlug: Type.String(),
  tradeUrls: Type.Object({
    yes: Type.String({ format: "uri" }),
    no: Type.String({ format: "uri" }),
  }),
  underlying: Type.String({ description: "The asset, as the venue writes it" }),
  marketClass: Type.Literal(MARKET_CLASS),
  period: Type.String({ description: "How long the window is, as the venue writes it" }),
  windowStart: Type.Integer({ description: "Expiry less period, unix seconds" }),
  windowStartIso: IsoWire,
  expiry: InstantWire,
  expiryIso: IsoWire,
  source: wordSchema(["outcomeMeta", "stored"], {
    description:
      "`outcomeMeta`: the venue lists it now. `stored`: it did, and this service kept it",
  }),
  price: PriceWire,
  yesPrice: MidWire,
  noPrice: MidWire,
  question: Type.String(),
}, { $id: "OutcomeTarget", description: "A recurring market of the secondary venue" });

/** The item of a target, whose pages are at `tradeOrigin`. */
export function outcomeTargetBody(target: OutcomeTarget, tradeOrigin: string) {
  const { market, distanceSec, isListed, yesE18, noE18 } = target;
  const { startSec, expirySec } = market;
  const slugOf = (side: Side | null) => formatTradeSlug(tradeSlugOf(market, side));
  const urlOf = (side: Side) => `${tradeOrigin}/trade/${slugOf(side)}`;
  return {
    matchType: distanceSec === 0 ? "exact" : "nearest",
    distanceSeconds: distanceSec,
    outcomeId: market.outcomeId,
    marketSlug: slugOf(null),
    yesSlug: slugOf("yes"),
    noSlug: slugOf("no"),
    tradeUrls: { yes: urlOf("yes"), no: urlOf("no") },
    underlying: market.underlying,
    marketClass: MARKET_CLASS,
    period: market.period,
    windowStart: startSec,
    windowStartIso: toIso(startSec),
    expiry: expirySec,
    expiryIso: toIso(expirySec),
    source: isListed ? "outcomeMeta" : "stored",
    price: e18ToNumber(targetE18Of(market)),
    yesPrice: yesE18 === null ? null : e18ToNumber(yesE18),
    noPrice: noE18 === null ? null : e18ToNumber(noE18),
    question: questionOf(market),
  };
}

/** A market, for examples. */
export const OUTCOME_TARGET_EXAMPLE = outcomeTargetBody({
  market: {
    outcomeId: 0,
    underlying: "BTC",
    period: "1d",
    startSec: UnixSec(1_777_701_600),
    expirySec: UnixSec(1_777_788_000),
    targetText: "78213",
    yesIndex: 0,
  },
  distanceSec: 0,
  isListed: true,
  yesE18: 450_000_000_000_000_000n,
  noE18: 549_000_000_000_000_000n,
}, TRADE_ORIGIN.mainnet);
