/**
 * Fees as requests and answers carry them. Every field is declared here and nowhere else.
 *
 * @module
 */
import { t } from "elysia";
import { AMOUNT_MAX, AMOUNT_MIN, FEE_SOURCES, SIDES } from "../../../core/fee/mod.ts";
import { VALUE_CHARS_MAX } from "../edge/request/query.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { type KindOptions, oneOf, strict } from "../wire/kind.ts";
import { Decimal, ExactNumber } from "../wire/number.ts";
import { Word, words } from "../wire/text.ts";
import { EventId, PageAddress } from "../wire/venue_name.ts";
import { EVENT_FEE_EXAMPLE, FLAT_EXAMPLE, LEGACY_EXAMPLE } from "./fee_document.ts";

const SLUG_EXAMPLE = "btc-updown-5m-1773307200";
const ID_EXAMPLE = "260654";
const { event: { id: EVENT_ID, slug: EVENT_SLUG } } = EVENT_FEE_EXAMPLE;
const AS_IN_URL = "Send text, as in the event's URL";

/** The path of an event's fee by its slug. */
export const BySlug = strict({
  eventSlug: PageAddress({
    maxLength: VALUE_CHARS_MAX,
    ask: AS_IN_URL,
    description: "The slug, in any case; or the address of the event's page, percent-encoded, " +
      "which is not fetched",
    examples: [EVENT_SLUG],
  }),
});

/** The path of an event's fee by its id. */
export const ById = strict({
  eventId: EventId({
    description: "The venue's id of the event",
    examples: [EVENT_ID],
    liveExample: "eventId",
  }),
});

const SIDE = {
  description: "`BUY`: USDC for shares. `SELL`: shares for USDC",
  examples: ["BUY"],
};

/** The direction of a trade, as it is sent. */
export const Side = Word(SIDES, {
  ...SIDE,
  ask: "Send BUY to turn USDC into shares, or SELL to turn shares into USDC",
});

/** The direction of a trade, as it is answered. */
export const SideWire = words(SIDES, { $id: "Side", ...SIDE });

/** An amount of USDC or of shares. */
export const Amount = (options: KindOptions) =>
  Decimal({ minimum: AMOUNT_MIN, maximum: AMOUNT_MAX, ...options });

const TRADE_FIELDS = {
  makingAmount: Amount({
    description: "The amount given: USDC in a BUY, shares in a SELL",
  }),
  takingAmount: Amount({
    description: "The amount received: shares in a BUY, USDC in a SELL",
  }),
  eventSlug: t.Optional(PageAddress({
    ask: AS_IN_URL,
    description: "The event's slug or page; else `eventId`",
    examples: [SLUG_EXAMPLE],
  })),
  eventId: t.Optional(EventId({
    isInBody: true,
    description: "The event's id; else `eventSlug`",
    examples: [ID_EXAMPLE],
  })),
};
const EVENT_NAMES = ["eventSlug", "eventId"] as const;
const TRADE = "A trade in an event, identified by `eventSlug` or by `eventId`";

/** The body of an estimate by the formula with an exponent. */
export const LegacyTrade = oneOf(
  strict({ side: Side, ...TRADE_FIELDS }, {
    description: TRADE,
    examples: [{ side: "BUY", makingAmount: 50, takingAmount: 100, eventSlug: SLUG_EXAMPLE }],
  }),
  EVENT_NAMES,
);

/** The body of an estimate by the flat formula, where the amounts tell the side. */
export const FlatTrade = oneOf(
  strict({ ...TRADE_FIELDS, side: t.Optional(Side) }, {
    description: TRADE,
    examples: [{ makingAmount: 50, takingAmount: 100, eventSlug: "btc-updown-5m-1787414400" }],
  }),
  EVENT_NAMES,
);

const EventNames = t.Object({
  id: t.String({ description: "The venue's id" }),
  slug: t.String({ description: "The venue's slug" }),
});
const FEE_CONFIG_FIELDS = {
  hasTakerFees: t.Boolean({ description: "Whether takers pay a fee, as far as is known" }),
  type: nullable(t.String({ description: "What kind of market, such as `crypto`" })),
  feeRate: ExactNumber({ description: "The rate of the formula, a fraction" }),
  exponent: ExactNumber({ description: "The exponent of the formula" }),
  makerRebate: t.String({ description: "The share of fees that makers get back: `20%`" }),
  matchedByTag: t.Optional(
    t.String({
      description: "The slug of the event's tag that a rule names, in lower case",
      examples: ["5m"],
    }),
  ),
};
/** An event's fee by the rules for its tags. */
export const FeeConfigWire = t.Object(FEE_CONFIG_FIELDS);
const SourcedFeeConfigWire = t.Object({
  source: nullable(words(FEE_SOURCES, {
    description: "`venue`: the schedule it publishes. `tag_rule`: a rule for the event's tags. " +
      "Null with neither, and then the fee is 0",
  })),
  ...FEE_CONFIG_FIELDS,
});
const Unit = words(["usdc", "shares"]);
/** The amounts as sent, exactly, with their units. */
export const InputsWire = t.Object({
  makingAmount: ExactNumber({ description: "The amount given" }),
  makingAmountUnit: Unit,
  takingAmount: ExactNumber({ description: "The amount received" }),
  takingAmountUnit: Unit,
});
const AveragePrice = ExactNumber({ description: "USDC for one share, to 8 decimals" });

/** What the venue itself says of the fee. */
const PublishedFee = t.Object({
  rate: ExactNumber({ description: "A fraction; 0 where the venue has turned fees off" }),
  exponent: ExactNumber({ description: "The exponent of the formula: 1 in the flat one" }),
  takerOnly: t.Boolean({ description: "Whether makers pay nothing" }),
  source: t.Literal("venue_metadata", { description: "The venue's own record of its markets" }),
  at: { ...IsoWire, description: "When the venue was asked for it" },
}, { $id: "PublishedFee", description: "The schedule that the venue publishes" });

/** The fee of an event. */
export const EventFee = t.Object({
  now: IsoWire,
  event: t.Object({
    ...EventNames.properties,
    title: t.String({ description: "What the event is called" }),
  }),
  ...FEE_CONFIG_FIELDS,
  published: nullable(PublishedFee, {
    description: "What the venue charges now, by the schedule of the event's markets. Null where " +
      "one of them carries none or cannot be read, or two differ",
  }),
}, { $id: "EventFee", description: "The event and its fee", examples: [EVENT_FEE_EXAMPLE] });

/** An estimate by the formula with an exponent. */
export const LegacyFeeEstimate = t.Object({
  now: IsoWire,
  event: EventNames,
  feeConfig: FeeConfigWire,
  side: SideWire,
  inputs: InputsWire,
  averagePrice: AveragePrice,
  fee: t.Object({
    chargedIn: words(["shares", "usdc"], { description: "Shares in a BUY, USDC in a SELL" }),
    feeEquivalent: ExactNumber({ description: "The fee in that unit, to 8 decimals" }),
    feeInUsdcRaw: ExactNumber({
      description: "What the formula gives in USDC, to 8 decimals, however small",
    }),
    minFeeThresholdUsdc: ExactNumber({
      description: "Below this exact fee in USDC, `feeEquivalent` is 0",
    }),
  }),
  result: t.Object({
    grossShares: ExactNumber({ description: "To 8 decimals" }),
    netShares: ExactNumber({ description: "In a BUY `grossShares` less the fee" }),
    grossUsdc: t.Optional(
      ExactNumber({ description: "Only in a SELL, to 8 decimals", examples: [50] }),
    ),
    netUsdc: t.Optional(
      ExactNumber({ description: "Only in a SELL: less the fee", examples: [49.21875] }),
    ),
  }),
}, { $id: "LegacyFeeEstimate", description: "The estimate", examples: [LEGACY_EXAMPLE] });

/** A fee by the flat formula. */
export const FlatFeeWire = t.Object({
  usdc: ExactNumber({ description: "The fee, to 5 decimals; 0 if it is below 0.00001" }),
  shares: ExactNumber({
    description: "The exact fee over the price, to 5 decimals; 0 if nothing is charged",
  }),
  chargedIn: t.Literal("usdc", { description: "Always USDC" }),
  effectiveRate: ExactNumber({
    description: "The charged fee over the USDC traded: a fraction, to 8 decimals",
  }),
}, { $id: "FlatFee", description: "A fee by the flat formula" });

/** An estimate by the flat formula. */
export const FlatFeeEstimate = t.Object({
  now: IsoWire,
  event: EventNames,
  feeConfig: SourcedFeeConfigWire,
  side: SideWire,
  inputs: InputsWire,
  averagePrice: AveragePrice,
  shares: ExactNumber({ description: "Shares traded" }),
  fee: FlatFeeWire,
  result: t.Object({
    grossShares: ExactNumber({ description: "Shares traded" }),
    netShares: ExactNumber({ description: "The same: the fee does not touch shares" }),
    grossUsdc: ExactNumber({ description: "USDC traded" }),
    netUsdc: ExactNumber({
      description: "What leaves the wallet in a BUY, fee on top, or reaches it in a SELL. Exact",
    }),
  }),
}, { $id: "FlatFeeEstimate", description: "The estimate", examples: [FLAT_EXAMPLE] });
