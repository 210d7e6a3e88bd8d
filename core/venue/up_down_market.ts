/**
 * The market of Up and Down that a window's event has.
 *
 * @module
 */
import { Result } from "effect";
import type { VenueEvent, VenueMarket } from "./event.ts";
import { areUpAndDown } from "./resolution.ts";

/**
 * Returns the event's only market, whose outcomes are Up and Down in this order: payouts and tokens
 * are positional. Fails with why there is none, as the end of a sentence.
 */
export function upDownMarketOf(
  { markets, unreadableMarkets }: VenueEvent,
): Result.Result<VenueMarket, string> {
  const [market, ...others] = markets;
  if (market === undefined || others.length + unreadableMarkets.length > 0) {
    const count = markets.length + unreadableMarkets.length;
    return Result.fail(`the venue lists ${count} markets instead of one`);
  }
  const names = market.outcomes.map(({ name }) => name);
  return areUpAndDown(names)
    ? Result.succeed(market)
    : Result.fail(`its outcomes are ${JSON.stringify(names).slice(0, 200)}`);
}
