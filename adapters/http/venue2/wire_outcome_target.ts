/**
 * Markets of the secondary venue, as requests ask for them and answers carry them.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
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
import { IsoWire, nullable } from "../wire/answer.ts";
import { Instant } from "../wire/instant.ts";
import { strict } from "../wire/kind.ts";
import { PriceWire } from "../wire/price.ts";
import { Text, words } from "../wire/text.ts";

/** The venue, as answers name it. */
export const SOURCE = "hyperliquid";

const SLUG_EXAMPLE = "btc-above-78213-yes-may-03-0600";
const Slug = Type.Optional(Text({
  description:
    "Only this market: its slug or a side's, a coin such as `%232430`, or its page's address",
  examples: [SLUG_EXAMPLE],
  liveExample: "outcomeMarketSlug",
}));

/** What is asked of the live markets. */
export const ActiveQuestion = strict({ slug: Slug });

/** What is asked of an instant. */
export const AtQuestion = strict({
  slug: Slug,
  timestamp: Type.Optional(Instant({
    description: "The instant; default: now",
    examples: ["2026-01-01T00:07:00Z"],
  })),
});

const InstantWire = Type.Integer({ description: "Unix seconds" });

const MidWire = nullable(Type.Number({
  description: "Middle price, 0 to 1. Null where the side has none, and once the market is settled",
}));

/** An item of `results`. */
export const OutcomeTargetWire = Type.Object({
  matchType: words(["exact", "nearest"], {
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
  source: words(["outcomeMeta", "stored"], {
    description:
      "`outcomeMeta`: the venue lists it now. `stored`: it did, and this service kept it",
  }),
  price: PriceWire,
  yesPrice: MidWire,
  noPrice: MidWire,
  question: Type.String(),
}, { $id: "OutcomeTarget", description: "A recurring market of the secondary venue" });

/** The item of a target, whose pages are at `tradeOrigin`. */
export function outcomeTargetBody(
  target: OutcomeTarget,
  tradeOrigin: string,
): Static<typeof OutcomeTargetWire> {
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

const FIELDS = {
  now: IsoWire,
  slug: nullable(Type.String({ description: "The requested name, without its URL" }), {
    examples: [SLUG_EXAMPLE],
  }),
  source: Type.Literal(SOURCE),
};
const RESULTS = { results: Type.Array(OutcomeTargetWire) };

/** The live markets. */
export const ActiveOutcomeTargets = Type.Object({ ...FIELDS, ...RESULTS }, {
  $id: "ActiveOutcomeTargets",
  description: "The markets",
  examples: [{
    now: "2026-05-02T12:00:00.250Z",
    slug: null,
    source: SOURCE,
    results: [OUTCOME_TARGET_EXAMPLE],
  }],
});

/** The markets at an instant. */
export const OutcomeTargetsAt = Type.Object({
  ...FIELDS,
  requestedTimestamp: Type.Integer({ description: "The requested instant, unix seconds" }),
  requestedTimestampIso: IsoWire,
  ...RESULTS,
}, {
  $id: "OutcomeTargetsAt",
  description: "The markets; empty only if this service has never recorded one",
  examples: [{
    now: "2026-05-02T12:00:00.250Z",
    slug: SLUG_EXAMPLE,
    source: SOURCE,
    requestedTimestamp: 1_777_723_200,
    requestedTimestampIso: "2026-05-02T12:00:00.000Z",
    results: [OUTCOME_TARGET_EXAMPLE],
  }],
});
