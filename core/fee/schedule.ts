/**
 * The fee schedule of an event, as the venue publishes it.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import type { FeeSchedule, MarketFee } from "../venue/mod.ts";

/** The schedule shared by every market of an event. */
export interface PublishedFee extends FeeSchedule {
  /** The fee type, such as `crypto`; none where the markets name none, or several. */
  readonly type: Option.Option<string>;
}

const ZERO = BigDecimal.fromBigInt(0n);

/** Returns the schedule of an event if every market carries one and all are the same. */
export function publishedFee(
  markets: ReadonlyArray<MarketFee>,
): Option.Option<PublishedFee> {
  const schedules = markets.map(scheduleOf);
  const [first] = schedules;
  if (first === undefined || Option.isNone(first)) return Option.none();
  const areSame = schedules.every((schedule) =>
    Option.isSome(schedule) && isSameSchedule(schedule.value, first.value)
  );
  return areSame ? Option.some({ ...first.value, type: commonType(markets) }) : Option.none();
}

/** The schedule of a market that charges no fees. */
const FREE: FeeSchedule = { rate: ZERO, exponent: ZERO, rebateRate: ZERO, isTakerOnly: true };

/** A market with fees explicitly disabled may still carry the schedule it had before. */
function scheduleOf({ areFeesEnabled, feeSchedule }: MarketFee): Option.Option<FeeSchedule> {
  return Option.contains(areFeesEnabled, false) ? Option.some(FREE) : feeSchedule;
}

/** Compares two schedules. All schedules with a zero rate are the same. */
function isSameSchedule(a: FeeSchedule, b: FeeSchedule): boolean {
  if (BigDecimal.isZero(a.rate) && BigDecimal.isZero(b.rate)) return true;
  return BigDecimal.equals(a.rate, b.rate) && BigDecimal.equals(a.exponent, b.exponent) &&
    BigDecimal.equals(a.rebateRate, b.rebateRate) && a.isTakerOnly === b.isTakerOnly;
}

function commonType(markets: ReadonlyArray<MarketFee>): Option.Option<string> {
  const types = new Set(
    markets.map(({ feeType }) => typeName(Option.getOrElse(feeType, () => ""))),
  );
  const [only = ""] = types;
  return types.size === 1 && only !== "" ? Option.some(only) : Option.none();
}

/** Strips the version: `crypto_fees_v2` becomes `crypto`. */
function typeName(feeType: string): string {
  const tailAt = feeType.indexOf("_fees");
  return tailAt === -1 ? feeType : feeType.slice(0, tailAt);
}
