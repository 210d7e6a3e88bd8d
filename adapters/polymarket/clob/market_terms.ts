/**
 * Decodes the trading rules of a market from the order book's answer.
 *
 * @module
 */
import { BigDecimal, Result } from "effect";
import { toE6 } from "../../../core/fee/mod.ts";
import type { MarketTerms } from "../../../core/port/order_venue.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { statedProtocol } from "../stated_protocol.ts";
import type { MarketPayload } from "./market_payload.ts";
import { toMarketFee } from "../gamma/fee.ts";
import { readDecimal, type Unreadable } from "../gamma/field.ts";

/** The venue's documentation says 250 ms, its changelog 50 ms of some markets: the longer one. */
const HOLD_MS = 250;

/** Decodes a market; fails with what is wrong with it. */
export function toMarketTerms(market: MarketPayload): Result.Result<MarketTerms, Unreadable> {
  return Result.gen(function* () {
    if (market.t.length === 0) return yield* Result.fail("it has no tokens");
    const { fd } = market;
    const { feeSchedule } = yield* toMarketFee({
      feeSchedule: fd && { rate: fd.r, exponent: fd.e, takerOnly: fd.to },
    });
    return {
      conditionId: yield* Result.fromOption(
        parseConditionId(market.c),
        () => `its condition is "${market.c.slice(0, 80)}"`,
      ),
      protocol: statedProtocol(market.v),
      tokens: market.t.map(({ t, o }) => ({ tokenId: t, outcome: o })),
      tickE6: yield* positiveE6("its tick", market.mts),
      sizeMinE6: yield* positiveE6("its smallest size", market.mos),
      isNegRisk: market.nr ?? false,
      isAcceptingOrders: market.ao ?? false,
      takerDelayMs: (market.sd ?? 0) * 1000 + (market.itode === true ? HOLD_MS : 0),
      fee: { feeSchedule },
    };
  });
}

/** Requires more than zero, and no lost decimals. */
function positiveE6(name: string, value: string | number): Result.Result<bigint, Unreadable> {
  return Result.flatMap(readDecimal(name, value), (decimal) => {
    const valueE6 = toE6(decimal);
    const isExact = BigDecimal.equals(BigDecimal.make(valueE6, 6), decimal);
    return valueE6 > 0n && isExact ? Result.succeed(valueE6) : Result.fail(`${name} is "${value}"`);
  });
}
