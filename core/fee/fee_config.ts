/**
 * The fee configuration of an event and its source.
 *
 * @module
 */
import { BigDecimal, Option, Result, Schema } from "effect";
import { formatDecimal } from "./decimal.ts";
import { type MatchedRule } from "./rule.ts";
import { type PublishedFee } from "./schedule.ts";

/** `venue`: the schedule it publishes. `tag_rule`: a rule of this service for the event's tags. */
export const FEE_SOURCES = ["venue", "tag_rule"] as const;

/** One of {@linkcode FEE_SOURCES}. */
export type FeeSource = (typeof FEE_SOURCES)[number];

/** The fee of an event. Rates are fractions. */
export interface FeeConfig {
  /** None: no source names a fee, so no fee applies. */
  readonly source: Option.Option<FeeSource>;
  readonly hasTakerFees: boolean;
  readonly type: Option.Option<string>;
  readonly rate: BigDecimal.BigDecimal;
  readonly exponent: BigDecimal.BigDecimal;
  readonly rebateRate: BigDecimal.BigDecimal;
  readonly matchedByTag: Option.Option<string>;
}

const ZERO = BigDecimal.fromBigInt(0n);
const ONE = BigDecimal.fromBigInt(1n);

/** The configuration of an event with no known fee. */
const NO_FEE: FeeConfig = {
  source: Option.none(),
  hasTakerFees: false,
  type: Option.none(),
  rate: ZERO,
  exponent: ZERO,
  rebateRate: ZERO,
  matchedByTag: Option.none(),
};

/** The fee according to the tag rules. */
export function configOfRule(matched: Option.Option<MatchedRule>): FeeConfig {
  return Option.match(matched, {
    onNone: () => NO_FEE,
    onSome: ({ rule, matchedByTag }) => ({
      source: Option.some("tag_rule"),
      hasTakerFees: true,
      type: Option.some(rule.type),
      rate: rule.rate,
      exponent: BigDecimal.fromBigInt(BigInt(rule.exponent)),
      rebateRate: rule.rebateRate,
      matchedByTag: Option.some(matchedByTag),
    }),
  });
}

/** The venue publishes a fee schedule that the flat formula cannot express. */
export class FeeScheduleUnusable
  extends Schema.TaggedError<FeeScheduleUnusable>()("FeeScheduleUnusable", {
    /** The event's reference, such as `slug "btc-updown-5m-1766160000"`. */
    named: Schema.String,
    /** Why, such as `the venue's schedule has the exponent 2, which this formula lacks`. */
    because: Schema.String,
  }) {
  override get message(): string {
    return `Cannot estimate the fee of the event with ${this.named}: ${this.because}`;
  }
}

/**
 * The fee according to the venue's schedule. Fails where the flat formula would give a wrong
 * number.
 */
export function configOfSchedule(
  { type, rate, exponent, rebateRate }: PublishedFee,
  named: string,
): Result.Result<FeeConfig, FeeScheduleUnusable> {
  const hasTakerFees = !BigDecimal.isZero(rate);
  if (!BigDecimal.between(rate, { minimum: ZERO, maximum: ONE })) {
    const because = `the venue's schedule has the rate ${
      formatDecimal(rate)
    }, which is no fraction`;
    return Result.fail(new FeeScheduleUnusable({ named, because }));
  }
  if (hasTakerFees && !BigDecimal.equals(exponent, ONE)) {
    const because = `the venue's schedule has the exponent ${formatDecimal(exponent)}, ` +
      "which this formula lacks";
    return Result.fail(new FeeScheduleUnusable({ named, because }));
  }
  const source = Option.some<FeeSource>("venue");
  const matchedByTag = Option.none<string>();
  return Result.succeed({ source, hasTakerFees, type, rate, exponent, rebateRate, matchedByTag });
}
