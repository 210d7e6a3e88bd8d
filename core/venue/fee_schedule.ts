/**
 * The fee of a market, as the venue publishes it.
 *
 * @module
 */
import type { BigDecimal, Option } from "effect";

/** What takers pay in a market. `rate` is a fraction, `rebateRate` the share makers get back. */
export interface FeeSchedule {
  readonly rate: BigDecimal.BigDecimal;
  readonly exponent: BigDecimal.BigDecimal;
  readonly rebateRate: BigDecimal.BigDecimal;
  readonly isTakerOnly: boolean;
}

/** What a market says of its fee. */
export interface MarketFee {
  /** What the venue says outright; none where it says nothing. */
  readonly areFeesEnabled: Option.Option<boolean>;
  readonly feeType: Option.Option<string>;
  readonly feeSchedule: Option.Option<FeeSchedule>;
}
