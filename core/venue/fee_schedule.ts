/**
 * The fee of a market, as the venue publishes it.
 *
 * @module
 */
import type { BigDecimal, Option } from "effect";

/**
 * The taker fee of a market. `rate` is a fraction; `rebateRate` is the share paid back to makers.
 */
export interface FeeSchedule {
  readonly rate: BigDecimal.BigDecimal;
  readonly exponent: BigDecimal.BigDecimal;
  readonly rebateRate: BigDecimal.BigDecimal;
  readonly isTakerOnly: boolean;
}

/** The fee data of a market. */
export interface MarketFee {
  /** The venue's explicit flag; none where it is absent. */
  readonly areFeesEnabled: Option.Option<boolean>;
  readonly feeType: Option.Option<string>;
  readonly feeSchedule: Option.Option<FeeSchedule>;
}
