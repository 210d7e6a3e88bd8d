/**
 * Every route about prices, windows and their history.
 *
 * @module
 */
import { exchangeRangeRoute } from "./exchange_range.ts";
import { historyMarketRoutes } from "./history_market.ts";
import { historyRangeRoutes } from "./history_range.ts";
import { marketTimestampsRoute } from "./market_timestamps.ts";
import { targetsActiveRoute } from "./targets_active.ts";
import { targetsBatchRoute } from "./targets_batch.ts";
import { targetsTimestampRoute } from "./targets_timestamp.ts";
import { twapLatestRoute } from "./twap_latest.ts";

/** Returns the routes, in the order of the OpenAPI document. */
export function priceRoutes() {
  return [
    targetsActiveRoute(),
    targetsTimestampRoute,
    targetsBatchRoute,
    marketTimestampsRoute,
    ...historyMarketRoutes,
    ...historyRangeRoutes,
    exchangeRangeRoute,
    twapLatestRoute,
  ];
}
