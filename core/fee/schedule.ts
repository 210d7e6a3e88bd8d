/**
 * What the venue itself publishes about the fee of an event.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import type { FeeSchedule, MarketFee } from "../venue/mod.ts";

/** One schedule for every market of an event. */
export interface PublishedFee extends FeeSchedule {
  /** Such as `crypto`; none where the markets name none, or several. */
  readonly type: Option.Option<string>;
}

const ZERO = BigDecimal.fromBigInt(0n);

/** The schedule of an event, if every market carries one and all say the same. */
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

/** What a market publishes that charges no fees. */
const FREE: FeeSchedule = { rate: ZERO, exponent: ZERO, rebateRate: ZERO, isTakerOnly: true };

/** A market that charges no fees says so outright, and may still carry the schedule it had. */
function scheduleOf({ areFeesEnabled, feeSchedule }: MarketFee): Option.Option<FeeSchedule> {
  return Option.contains(areFeesEnabled, false) ? Option.some(FREE) : feeSchedule;
}

/** Of no fee there is only one kind. */
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

/** `crypto_fees_v2` is `crypto`: the version says how, not what. */
function typeName(feeType: string): string {
  const tailAt = feeType.indexOf("_fees");
  return tailAt === -1 ? feeType : feeType.slice(0, tailAt);
}
