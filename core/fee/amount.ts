/**
 * The amount of USDC or shares in a trade.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { DECIMAL_CHARS_MAX, parseDecimal } from "./decimal.ts";

/** The smallest accepted amount, in USDC or shares, as text. */
export const AMOUNT_MIN = "0.00000001";

/** The largest accepted amount, in USDC or shares, as text. */
export const AMOUNT_MAX = "1000000000000000";

const MIN = BigDecimal.fromStringUnsafe(AMOUNT_MIN);
const MAX = BigDecimal.fromStringUnsafe(AMOUNT_MAX);

/** The hint for a refused amount. */
export const AMOUNT_HINT = `Send a positive JSON number from ${AMOUNT_MIN} to ${AMOUNT_MAX}, ` +
  `in at most ${DECIMAL_CHARS_MAX} characters`;

/** Parses an amount exactly. `field` is the name of the request field that carried it. */
export function parseAmount(
  text: string,
  field: string,
): Result.Result<BigDecimal.BigDecimal, RequestRejected> {
  const amount = parseDecimal(text);
  if (
    Option.isSome(amount) && !BigDecimal.isLessThan(amount.value, MIN) &&
    !BigDecimal.isGreaterThan(amount.value, MAX)
  ) return Result.succeed(amount.value);
  return Result.fail(
    new RequestRejected({ parameter: field, received: text, hint: AMOUNT_HINT }),
  );
}
