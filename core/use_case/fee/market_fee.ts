/**
 * The taker fee of a market.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import {
  configOfRule,
  configOfSchedule,
  type FeeConfig,
  feeRuleFor,
  type FeeScheduleUnusable,
  publishedFee,
} from "../../fee/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import type { ListedMarket } from "../../venue/mod.ts";

/** Returns the fee by the schedule that the venue publishes for the market, or else by tag rule. */
export const marketFee = Effect.fnUntraced(function* (
  { market, tags }: ListedMarket,
): Effect.fn.Return<FeeConfig, FeeScheduleUnusable> {
  const published = publishedFee([market]);
  if (Option.isSome(published)) {
    const named = `market slug "${market.slug}"`;
    return yield* Effect.fromResult(configOfSchedule(published.value, named));
  }
  const atSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  return configOfRule(feeRuleFor(tags, atSec));
});
