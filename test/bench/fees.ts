/**
 * The exact fee estimates compared with the same formulas in floats.
 *
 * @module
 */
import { BigDecimal, Result } from "effect";
import { estimateFlatFee, estimateLegacyFee, tradeOf } from "../../core/fee/mod.ts";
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import type { Effort } from "./effort.ts";
import { timeInTurns, type Work } from "./stopwatch.ts";

const NAME = "fees";
const LEGACY = { rate: BigDecimal.fromStringUnsafe("0.25"), exponent: 2 };
const FLAT_RATE = BigDecimal.fromStringUnsafe("0.07");

/** Trades of all sizes at all prices. A power of two of them. */
const CENTS = Array.from({ length: 1_024 }, (_, index) => {
  const shares = 500 + index * 9_973;
  return { shares, usdc: Math.ceil(shares * (1 + index * 37 % 98) / 100) };
});
const MASK = CENTS.length - 1;

const TRADES = CENTS.map(({ shares, usdc }) =>
  Result.getOrThrow(tradeOf("BUY", {
    making: BigDecimal.make(BigInt(usdc), 2),
    taking: BigDecimal.make(BigInt(shares), 2),
  }))
);
const FLOATS = CENTS.map(({ shares, usdc }) => ({ shares: shares / 100, usdc: usdc / 100 }));
/** The benchmark. */
export const fees: Benchmark = {
  name: NAME,
  about: "the exact estimate of a trade's fee, by either formula",
  isQuick: true,
  run: (effort) => Promise.resolve([legacy(effort), flat(effort)]),
};

function legacy(effort: Effort): Finding {
  return beside("estimateLegacyFee", effort, [
    over(TRADES, (trade) => Number(estimateLegacyFee(trade, LEGACY).netShares.value)),
    over(FLOATS, ({ shares, usdc }) => {
      const price = usdc / shares;
      const raw = usdc * 0.25 * (price * (1 - price)) ** 2;
      return shares - (raw < 0.0001 ? 0 : raw / price);
    }),
  ]);
}

function flat(effort: Effort): Finding {
  return beside("estimateFlatFee", effort, [
    over(TRADES, (trade) => Number(estimateFlatFee(trade, FLAT_RATE).netUsdc.value)),
    over(FLOATS, ({ shares, usdc }) => {
      const price = usdc / shares;
      const fee = shares * 0.07 * price * (1 - price);
      return usdc + (fee < 0.00001 ? 0 : fee);
    }),
  ]);
}

/** The same sum over one trade after another. */
function over<T>(trades: ReadonlyArray<T>, cost: (trade: T) => number): Work {
  return (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) {
      const trade = trades[i & MASK];
      if (trade !== undefined) sum += cost(trade);
    }
    return sum;
  };
}

function beside(what: string, effort: Effort, works: readonly [Work, Work]): Finding {
  const [ours = [], reference = []] = timeInTurns(works, effort);
  return compare(NAME, {
    unit: "ns",
    ours: { what, values: ours },
    reference: { what: "the formula in floats", values: reference },
  });
}
