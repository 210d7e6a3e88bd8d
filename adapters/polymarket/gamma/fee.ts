/**
 * Reads a market's fee from the venue's metadata.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import type { FeeSchedule, MarketFee } from "../../../core/venue/mod.ts";
import { readDecimal, readMaybeDecimal, stated, type Unreadable } from "./field.ts";
import type { GammaMarketFee } from "./payload.ts";

const NO_REBATE = BigDecimal.fromBigInt(0n);

/** Reads a fee; fails with a description. */
export function toMarketFee(
  { feesEnabled, feeType, feeSchedule }: GammaMarketFee,
): Result.Result<MarketFee, Unreadable> {
  const schedule = Option.match(Option.fromNullishOr(feeSchedule), {
    onNone: () => Result.succeed(Option.none<FeeSchedule>()),
    onSome: (written) => Result.map(readFeeSchedule(written), Option.some),
  });
  return Result.map(schedule, (feeSchedule) => ({
    areFeesEnabled: stated(feesEnabled),
    feeType: stated(feeType),
    feeSchedule,
  }));
}

function readFeeSchedule(
  schedule: NonNullable<GammaMarketFee["feeSchedule"]>,
): Result.Result<FeeSchedule, Unreadable> {
  return Result.gen(function* () {
    const rebateRate = yield* readMaybeDecimal("the fee's rebate", schedule.rebateRate);
    return {
      rate: yield* readDecimal("the fee's rate", schedule.rate),
      exponent: yield* readDecimal("the fee's exponent", schedule.exponent),
      rebateRate: Option.getOrElse(rebateRate, () => NO_REBATE),
      isTakerOnly: schedule.takerOnly ?? true,
    };
  });
}
