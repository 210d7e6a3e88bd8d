/**
 * Parses the middle prices of outcome sides among the prices of all coins.
 *
 * @module
 */
import { Option } from "effect";
import type { OutcomeMids } from "../../core/port/outcome_market_list.ts";
import { parseE18 } from "../../core/price/mod.ts";
import { parseCoin, sideNumber } from "../../core/venue2/mod.ts";
import type { AllMids } from "./payload.ts";

const ONE_E18 = 10n ** 18n;

/** Parses the prices. A value that is not a price from 0 to 1 is omitted. */
export function readMids(prices: typeof AllMids.Type): OutcomeMids {
  const mids = new Map<number, bigint>();
  for (const [coin, text] of Object.entries(prices)) {
    if (!coin.startsWith("#") || typeof text !== "string") continue;
    const [side, priceE18] = [parseCoin(coin), parseE18(text)];
    if (Option.isNone(side) || Option.isNone(priceE18)) continue;
    if (priceE18.value < 0n || priceE18.value > ONE_E18) continue;
    mids.set(sideNumber(side.value), priceE18.value);
  }
  return mids;
}
