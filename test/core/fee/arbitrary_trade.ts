/** Random trades, and assertions about amounts. @module */
import { BigDecimal, Option, Result } from "effect";
import fc from "fast-check";
import {
  formatDecimal,
  parseDecimal,
  type Side,
  SIDES,
  type Trade,
  tradeOf,
} from "../../../core/fee/mod.ts";

/** A decimal by its text. */
export function decimal(text: string): BigDecimal.BigDecimal {
  return Option.getOrThrow(parseDecimal(text));
}

/** What a trade gives and takes: so many shares for so much USDC. */
export function tradeFor(
  side: Side,
  { shares, usdc }: {
    readonly shares: BigDecimal.BigDecimal;
    readonly usdc: BigDecimal.BigDecimal;
  },
): Trade {
  const amounts = side === "BUY"
    ? { making: usdc, taking: shares }
    : { making: shares, taking: usdc };
  return Result.getOrThrow(tradeOf(side, amounts));
}

/** A trade by texts. */
export function trade(side: Side, shares: string, usdc: string): Trade {
  return tradeFor(side, { shares: decimal(shares), usdc: decimal(usdc) });
}

/** The decimals of the record as texts, however deep. */
export function texts(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      BigDecimal.isBigDecimal(field)
        ? formatDecimal(field)
        : Option.isOption(field)
        ? Option.getOrNull(Option.map(field, (some) => texts(some as object)))
        : field,
    ]),
  );
}

export const side = fc.constantFrom(...SIDES);

/** Shares from 0.000001 to 10^9, small ones as often as large ones. */
export const shares = fc.tuple(fc.bigInt({ min: 1n, max: 9_999_999n }), fc.nat({ max: 8 }))
  .map(([digits, zeros]) => BigDecimal.make(digits * 10n ** BigInt(zeros), 6));

/** Prices strictly between 0 and 1, both ends near by. */
export const price = fc.oneof(
  fc.bigInt({ min: 1n, max: 9_999n }),
  fc.bigInt({ min: 1n, max: 50n }),
  fc.bigInt({ min: 9_950n, max: 9_999n }),
  fc.constant(5_000n),
).map((value) => BigDecimal.make(value, 4));

/** Rates that the venue has charged, and arbitrary ones. */
export const rate = fc.constantFrom("0", "0.0175", "0.03", "0.04", "0.07", "0.072", "0.25", "1")
  .map(decimal);

/** The trade of so many shares at a price. */
export function tradeAt(
  side: Side,
  { shares, price }: {
    readonly shares: BigDecimal.BigDecimal;
    readonly price: BigDecimal.BigDecimal;
  },
): Trade {
  return tradeFor(side, { shares, usdc: BigDecimal.multiply(shares, price) });
}

const ONE = decimal("1");

/** 1 - p. */
export function otherSideOf(price: BigDecimal.BigDecimal): BigDecimal.BigDecimal {
  return BigDecimal.subtract(ONE, price);
}
