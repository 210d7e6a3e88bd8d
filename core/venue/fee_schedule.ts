/**
 * The fee of a market, as the venue publishes it.
 *
 * @module
 */
import type { BigDecimal } from "effect";

/** What takers pay in a market. `rate` is a fraction, `rebateRate` the share makers get back. */
export interface FeeSchedule {
  readonly rate: BigDecimal.BigDecimal;
  readonly exponent: BigDecimal.BigDecimal;
  readonly rebateRate: BigDecimal.BigDecimal;
  readonly isTakerOnly: boolean;
}
