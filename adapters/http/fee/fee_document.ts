/**
 * What the document says of the fee routes, beside their schemas.
 *
 * @module
 */

const BY_TAGS =
  "`published` is what the venue itself charges now. The other fields apply the rules for the " +
  "event's tags, which are matched by slug and label in any case: fees as they were until " +
  "2026-03-30. If no rule matches, `hasTakerFees` is false, `type` null and the rate 0.";

/** The fee of an event by its slug. */
export const BY_SLUG = {
  operationId: "getEventFeeBySlug",
  summary: "Taker fee of an event, by its slug",
  description: BY_TAGS,
};

/** The fee of an event by its id. */
export const BY_ID = {
  operationId: "getEventFeeById",
  summary: "Taker fee of an event, by its id",
  description: BY_TAGS,
};

/** The estimate by the formula with an exponent. */
export const LEGACY_ESTIMATE = {
  operationId: "estimateFee",
  summary: "The fee of a trade, by the formula with an exponent",
  description:
    "For C shares at the price p, `fee = C * p * feeRate * (p * (1 - p)) ^ exponent` in USDC, " +
    "charged in shares on a BUY and in USDC on a SELL, as the venue did until 2026-03-30. Rate " +
    "and exponent come from the rule for the event's tags. Amounts are read and computed " +
    "exactly; what is shown is rounded half to even. The price must lie strictly between 0 and 1.",
};

/** The estimate by the flat formula. */
export const FLAT_ESTIMATE = {
  operationId: "estimateFlatFee",
  summary: "The fee of a trade, by the flat formula",
  description:
    "For C shares at the price p, `fee = C * feeRate * p * (1 - p)` in USDC, on top of what a " +
    "BUY costs and off what a SELL brings. The rate is the one that the venue publishes, where " +
    "all markets of the event agree on it, else that of the rule for the event's tags, whose " +
    "exponent is reported but not used. The smaller amount is USDC, so `side` need not be sent; " +
    "if it is, it must agree. 502 if the venue publishes an exponent other than 1.",
};

/** The fee of an event. */
export const EVENT_FEE_EXAMPLE = {
  now: "2026-08-22T16:01:00.000Z",
  event: {
    id: "811601",
    slug: "btc-updown-5m-1787414400",
    title: "Bitcoin Up or Down - August 22, 12:00PM-12:05PM ET",
  },
  hasTakerFees: true,
  type: "crypto",
  feeRate: 0.25,
  exponent: 2,
  makerRebate: "20%",
  matchedByTag: "5m",
  published: {
    rate: 0.07,
    exponent: 1,
    takerOnly: true,
    source: "venue_metadata",
    at: "2026-08-22T16:00:58.114Z",
  },
};

const INPUTS = {
  makingAmount: 50,
  makingAmountUnit: "usdc",
  takingAmount: 100,
  takingAmountUnit: "shares",
};

/** An estimate by the formula with an exponent. */
export const LEGACY_EXAMPLE = {
  now: "2026-03-12T09:21:00.000Z",
  event: { id: "260654", slug: "btc-updown-5m-1773307200" },
  feeConfig: {
    hasTakerFees: true,
    type: "crypto",
    feeRate: 0.25,
    exponent: 2,
    makerRebate: "20%",
    matchedByTag: "5m",
  },
  side: "BUY",
  inputs: INPUTS,
  averagePrice: 0.5,
  fee: {
    chargedIn: "shares",
    feeEquivalent: 1.5625,
    feeInUsdcRaw: 0.78125,
    minFeeThresholdUsdc: 0.0001,
  },
  result: { grossShares: 100, netShares: 98.4375 },
};

/** An estimate by the flat formula. */
export const FLAT_EXAMPLE = {
  now: "2026-08-22T16:01:00.000Z",
  event: { id: "811601", slug: "btc-updown-5m-1787414400" },
  feeConfig: {
    source: "venue",
    hasTakerFees: true,
    type: "crypto",
    feeRate: 0.07,
    exponent: 1,
    makerRebate: "20%",
  },
  side: "BUY",
  inputs: INPUTS,
  averagePrice: 0.5,
  shares: 100,
  fee: { usdc: 1.75, shares: 3.5, chargedIn: "usdc", effectiveRate: 0.035 },
  result: { grossShares: 100, netShares: 100, grossUsdc: 50, netUsdc: 51.75 },
};
