/**
 * Fees as in request and response bodies. Every number is exact decimal text, written unchanged.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { BigDecimal, Option } from "effect";
import {
  AMOUNT_MAX,
  AMOUNT_MIN,
  type Amounts,
  FEE_SOURCES,
  type FeeConfig,
  type FlatFee,
  formatDecimal,
  type Side,
  SIDES,
} from "../../../core/fee/mod.ts";
import type { VenueEvent } from "../../../core/venue/mod.ts";
import { ADDRESS_CHARS_MAX } from "./event_reference.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { nullable, wordSchema } from "../price/wire_target.ts";

/** A decimal number of an answer. */
export function decimalBody(decimal: BigDecimal.BigDecimal): JsonNumber {
  return new JsonNumber(formatDecimal(decimal));
}

/** The identifiers of an event. */
export const EventNamesWire = Type.Object({
  id: Type.String({ description: "The venue's id" }),
  slug: Type.String({ description: "The venue's slug" }),
});

/** An event with its title. */
export const EventWire = Type.Object({
  ...EventNamesWire.properties,
  title: Type.String({ description: "What the event is called" }),
});

/** Returns the identifiers of an event. */
export function eventNamesBody({ id, slug }: VenueEvent) {
  return { id, slug };
}

/** The fields of an event's fee, for schemas that extend them. */
export const FEE_CONFIG_FIELDS = {
  hasTakerFees: Type.Boolean({ description: "Whether takers pay a fee, as far as is known" }),
  type: nullable(Type.String({ description: "What kind of market, such as `crypto`" })),
  feeRate: Type.Number({ description: "The rate of the formula, a fraction" }),
  exponent: Type.Number({ description: "The exponent of the formula" }),
  makerRebate: Type.String({ description: "The share of fees that makers get back: `20%`" }),
  matchedByTag: Type.Optional(
    Type.String({
      description: "The slug of the event's tag that a rule names, in lower case",
      examples: ["5m"],
    }),
  ),
};

/** An event's fee by the rules for its tags. */
export const FeeConfigWire = Type.Object(FEE_CONFIG_FIELDS);

/** An event's fee and its source. */
export const SourcedFeeConfigWire = Type.Object({
  source: nullable(wordSchema(FEE_SOURCES, {
    description: "`venue`: the schedule it publishes. `tag_rule`: a rule for the event's tags. " +
      "Null with neither, and then the fee is 0",
  })),
  ...FEE_CONFIG_FIELDS,
});

const HUNDRED = BigDecimal.fromBigInt(100n);

/** The fields of an event's fee. */
export function feeConfigBody(config: FeeConfig) {
  const { matchedByTag } = config;
  return {
    hasTakerFees: config.hasTakerFees,
    type: Option.getOrNull(config.type),
    feeRate: decimalBody(config.rate),
    exponent: decimalBody(config.exponent),
    makerRebate: `${formatDecimal(BigDecimal.multiply(config.rebateRate, HUNDRED))}%`,
    ...(Option.isSome(matchedByTag) ? { matchedByTag: matchedByTag.value } : {}),
  };
}

/** Returns the fields of an event's fee with its source. */
export function sourcedFeeConfigBody(config: FeeConfig) {
  return { source: Option.getOrNull(config.source), ...feeConfigBody(config) };
}

const UNITS = ["usdc", "shares"] as const;

/** The direction of a trade. */
export const SideWire = wordSchema(SIDES, {
  description: "`BUY`: USDC for shares. `SELL`: shares for USDC",
  examples: ["BUY"],
});

/** The amounts as sent, exactly, with their units. */
export const InputsWire = Type.Object({
  makingAmount: Type.Number({ description: "The amount given" }),
  makingAmountUnit: wordSchema(UNITS),
  takingAmount: Type.Number({ description: "The amount received" }),
  takingAmountUnit: wordSchema(UNITS),
});

/** Returns the amounts as sent. */
export function inputsBody({ making, taking, side }: Amounts & { readonly side: Side }) {
  const isBuy = side === "BUY";
  return {
    makingAmount: decimalBody(making),
    makingAmountUnit: isBuy ? "usdc" : "shares",
    takingAmount: decimalBody(taking),
    takingAmountUnit: isBuy ? "shares" : "usdc",
  };
}

/** A fee by the flat formula. */
export const FlatFeeWire = Type.Object({
  usdc: Type.Number({ description: "The fee, to 5 decimals; 0 if it is below 0.00001" }),
  shares: Type.Number({
    description: "The exact fee over the price, to 5 decimals; 0 if nothing is charged",
  }),
  chargedIn: Type.Literal("usdc", { description: "Always USDC" }),
  effectiveRate: Type.Number({
    description: "The charged fee over the USDC traded: a fraction, to 8 decimals",
  }),
});

/** The fee of an estimate. */
export function flatFeeBody({ feeUsdc, feeShares, effectiveRate }: FlatFee) {
  return {
    usdc: decimalBody(feeUsdc),
    shares: decimalBody(feeShares),
    chargedIn: "usdc",
    effectiveRate: decimalBody(effectiveRate),
  };
}

const amount = (description: string) =>
  Type.Number({ description, minimum: Number(AMOUNT_MIN), maximum: Number(AMOUNT_MAX) });

/** The body fields of both estimates. */
export const ESTIMATE_BODY_FIELDS = {
  makingAmount: amount("The amount given: USDC in a BUY, shares in a SELL. Read exactly"),
  takingAmount: amount("The amount received: shares in a BUY, USDC in a SELL. Read exactly"),
  eventSlug: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ADDRESS_CHARS_MAX,
      description: "The event, by its slug or by the address of its page, which is not fetched; " +
        "else `eventId`",
      examples: ["btc-updown-5m-1773307200"],
    }),
  ),
  eventId: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Integer({ minimum: 0 })], {
      description: "The event; else `eventSlug`",
      examples: ["260654"],
    }),
  ),
};
